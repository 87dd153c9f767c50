import { Ban, MessageSquare } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { useLongList } from '../../lib/use-long-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { tweetListFailure, tweetListQuery } from '../tweets/api.ts'
import { TweetList } from '../tweets/tweet-list.tsx'
import { TweetListSkeleton } from '../tweets/tweet-skeleton.tsx'
import { nobody, useChannel, useProfileId } from './api.ts'
import { ProfileEmpty } from './profile-empty.tsx'

export function ProfileTweets({ username }: { username: string }) {
  const { id, isOwn } = useProfileId(username)
  const { data: channel } = useChannel(username)
  const tweets = useLongList(tweetListQuery({ userId: id ?? nobody }), { isEnabled: id !== undefined })
  return (
    // As wide as tweets read best.
    <div className="mx-auto max-w-2xl">
      <PagedList
        list={tweets}
        failure={tweetListFailure}
        loading={<TweetListSkeleton />}
        empty={
          channel?.isBlocked ? (
            <EmptyState
              icon={<Ban />}
              text={`You blocked ${channel.fullname}. Unblock them to see their tweets.`}
            />
          ) : (
            <ProfileEmpty
              icon={<MessageSquare />}
              what="tweets"
              isOwn={isOwn}
              firstStep={<Link to={paths.createTweet()}>Create a tweet</Link>}
            />
          )
        }
      >
        {(list, ref) => <TweetList ref={ref} tweets={list} label="Tweets" />}
      </PagedList>
    </div>
  )
}
