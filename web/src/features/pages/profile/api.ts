import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { call } from '../../../lib/api-client.ts'
import { useLongList } from '../../../lib/query/use-long-list.ts'
import { channelPlaylistsQuery } from '../../library/playlists/api.ts'
import { channelsKey, useCurrentUser } from '../../people/accounts/api.ts'
import { cacheSubscription } from '../../people/subscriptions/api.ts'
import { tweetListQuery } from '../../publishing/tweets/api.ts'
import { videoListQuery } from '../../publishing/videos/api.ts'

function channelQuery(username: string) {
  return queryOptions({
    queryKey: [...channelsKey, username.toLowerCase()],
    queryFn: async ({ signal, client }) => {
      const channel = await call(api.accounts.channel, { params: { username }, signal })
      const { isSubscribed, subscribersCount: totalSubscriber, isBlocked } = channel
      cacheSubscription(client, channel._id, { isSubscribed, totalSubscriber, isBlocked })
      return channel
    },
  })
}

export type ProfileTab = 'videos' | 'tweets' | 'playlists'

/** Loads the profile and the current tab, for the route's loader. A failure is shown by the page. */
export async function loadProfile(client: QueryClient, username: string, tab: ProfileTab) {
  try {
    const { _id } = await client.query({ ...channelQuery(username), staleTime: 'static' })
    const staleTime = 'static'
    if (tab === 'tweets') await client.infiniteQuery({ ...tweetListQuery({ userId: _id }), staleTime })
    else if (tab === 'playlists') await client.infiniteQuery({ ...channelPlaylistsQuery(_id), staleTime })
    else await client.infiniteQuery({ ...videoListQuery({ userId: _id }), staleTime })
  } catch {
    // The page reads the same queries and shows their errors.
  }
}

export function useChannel(username: string) {
  // The route's loader has just tried: show its error instead of trying again.
  return useQuery({ ...channelQuery(username), retryOnMount: false })
}

/** The viewer's own id is known before their profile is loaded, so their videos load at the same time. */
export function useProfileId(username: string) {
  const { user } = useCurrentUser()
  const { data: channel } = useChannel(username)
  const isOwn = user?.username.toLowerCase() === username.toLowerCase()
  return { id: channel?._id ?? (isOwn ? user?._id : undefined), isOwn }
}

/** Placeholder until the owner's id is known: a list without an owner would be everybody's. */
export const nobody = ''

/** Newest first. Owners also see their private and unlisted videos. */
export function useProfileVideos(ownerId: string | undefined) {
  return useLongList(videoListQuery({ userId: ownerId ?? nobody }), { isEnabled: ownerId !== undefined })
}
