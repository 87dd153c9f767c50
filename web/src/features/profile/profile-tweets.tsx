import { MessageSquare } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { useLongList } from '../../lib/use-long-list.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { tweetListFailure, tweetListQuery } from '../tweets/api.ts'
import { TweetList } from '../tweets/tweet-list.tsx'
import { TweetListSkeleton } from '../tweets/tweet-skeleton.tsx'
import { nobody, useProfileId } from './api.ts'
import { ProfileEmpty } from './profile-empty.tsx'

export function ProfileTweets({ username }: { username: string }) {
  const { id, isOwn } = useProfileId(username)
  const tweets = useLongList(tweetListQuery({ userId: id ?? nobody }), { isEnabled: id !== undefined })
  return (
    // As wide as tweets read best.
    <div className="mx-auto max-w-2xl">
      <PagedList
        list={tweets}
        failure={tweetListFailure}
        loading={<TweetListSkeleton />}
        empty={
          <ProfileEmpty
            icon={<MessageSquare />}
            what="tweets"
            isOwn={isOwn}
            firstStep={<Link to={paths.createTweet()}>Create a tweet</Link>}
          />
        }
      >
        {(list, ref) => <TweetList ref={ref} tweets={list} label="Tweets" />}
      </PagedList>
    </div>
  )
}
