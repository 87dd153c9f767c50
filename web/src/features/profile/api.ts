import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { call } from '../../lib/api-client.ts'
import { useLongList } from '../../lib/use-long-list.ts'
import { channelsKey, useCurrentUser } from '../account/api.ts'
import { noteSubscription } from '../subscriptions/api.ts'
import { videoListQuery } from '../videos/api.ts'

function channelQuery(username: string) {
  return queryOptions({
    queryKey: [...channelsKey, username.toLowerCase()],
    queryFn: async ({ signal, client }) => {
      const channel = await call(api.user.channel, { params: { username }, signal })
      const { isSubscribed, subscribersCount } = channel
      noteSubscription(client, channel._id, { isSubscribed, totalSubscriber: subscribersCount })
      return channel
    },
  })
}

export function useChannel(username: string) {
  return useQuery(channelQuery(username))
}

/** One's own id is known before the profile is here: then both load at the same time. */
export function useProfileId(username: string) {
  const { user } = useCurrentUser()
  const { data: channel } = useChannel(username)
  const isOwn = user?.username.toLowerCase() === username.toLowerCase()
  return { id: channel?._id ?? (isOwn ? user?._id : undefined), isOwn }
}

/** Until it is known whose they are: a list without a person is everybody's. */
export const nobody = ''

/** The newest first; one's own hidden ones too. */
export function useProfileVideos(ownerId: string | undefined) {
  return useLongList(videoListQuery({ userId: ownerId ?? nobody }), { isEnabled: ownerId !== undefined })
}
