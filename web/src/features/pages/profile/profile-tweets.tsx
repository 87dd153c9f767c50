import { Ban, MessageSquare } from 'lucide-react'
import { Link } from 'react-router'
import { useLongList } from '../../../lib/query/use-long-list.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { tweetListQuery } from '../../publishing/tweets/api.ts'
import { PagedTweets } from '../../publishing/tweets/tweet-list.tsx'
import { nobody, useChannel, useProfileId } from './api.ts'
import { ProfileEmpty } from './profile-empty.tsx'

export function ProfileTweets({ username }: { username: string }) {
  const { id, isOwn } = useProfileId(username)
  const { data: channel } = useChannel(username)
  const tweets = useLongList(tweetListQuery({ userId: id ?? nobody }), { isEnabled: id !== undefined })
  const empty = channel?.isBlocked ? (
    <EmptyState icon={<Ban />} text={`You blocked ${channel.fullname}. Unblock them to see their tweets.`} />
  ) : (
    <ProfileEmpty
      icon={<MessageSquare />}
      kind="tweets"
      isOwn={isOwn}
      firstStep={<Link to={paths.createTweet()}>Create a tweet</Link>}
    />
  )
  return <PagedTweets list={tweets} empty={empty} />
}
