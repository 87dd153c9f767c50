import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type BodyOf, type Playlist } from '@vireo/contract'
import { call } from '../../lib/api-client.ts'
import { deleteDoc } from '../../lib/cached-docs.ts'
import { pagedQuery } from '../../lib/paged-docs.ts'
import { runMutation } from '../../lib/run-mutation.ts'

export const playlistKeys = {
  lists: ['playlists', 'list'] as const,
  details: ['playlists', 'detail'] as const,
  detail: (id: string) => [...playlistKeys.details, id] as const,
  choices: (videoId: string) => ['playlists', 'choices', videoId] as const,
}

export const listFailure = 'Failed to fetch your palylists. Please try again'
export const changeFailure = 'The playlist could not be changed. Please try again'

/** A playlist with all of its rows, which may be thousands. */
export type LoadedPlaylist = Playlist & {
  /** False while further rows are on their way. */
  isComplete: boolean
}

export const ownPlaylistsQuery = pagedQuery([...playlistKeys.lists, 'own'], async (cursor, signal) => {
  const { playlists, nextCursor } = await call(api.playlist.list, { query: { cursor }, signal })
  return { docs: playlists, nextCursor }
})

export function channelPlaylistsQuery(channelId: string) {
  return pagedQuery([...playlistKeys.lists, 'channel', channelId], async (cursor, signal) => {
    const params = { channelId }
    const answer = await call(api.playlist.listOfChannel, { params, query: { cursor }, signal })
    return { docs: answer.playlists, nextCursor: answer.nextCursor }
  })
}

/** Loads page after page; what is here of a long playlist is shown meanwhile. */
export function playlistQuery(id: string) {
  const queryKey = playlistKeys.detail(id)
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<LoadedPlaylist> => {
      const load = (cursor?: string) => call(api.playlist.get, { params: { id }, query: { cursor }, signal })
      let { playlist, nextCursor } = await load()
      const isFirstTime = client.getQueryData(queryKey) === undefined
      while (nextCursor) {
        if (isFirstTime) client.setQueryData<LoadedPlaylist>(queryKey, { ...playlist, isComplete: false })
        const next = await load(nextCursor)
        playlist = { ...next.playlist, videos: [...playlist.videos, ...next.playlist.videos] }
        nextCursor = next.nextCursor
      }
      return { ...playlist, isComplete: true }
    },
  })
}

export function choicesQuery(videoId: string) {
  return queryOptions({
    queryKey: playlistKeys.choices(videoId),
    queryFn: async ({ signal }) =>
      (await call(api.playlist.listForVideo, { params: { videoId }, signal })).playlists,
    staleTime: 0,
  })
}

/** Lists show the first picture, the count and the time of the last change of each playlist. */
export function invalidateLists(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ queryKey: playlistKeys.lists })
}

export function createPlaylist(queryClient: QueryClient, body: BodyOf<typeof api.playlist.create>) {
  return runMutation(queryClient, async () => {
    const { playlist } = await call(api.playlist.create, { body })
    invalidateLists(queryClient)
    return playlist
  })
}

export function updatePlaylist(
  queryClient: QueryClient,
  id: string,
  body: BodyOf<typeof api.playlist.update>,
) {
  return runMutation(queryClient, async () => {
    const { playlist } = await call(api.playlist.update, { params: { id }, body })
    const { name, description, visibility, updatedAt } = playlist
    queryClient.setQueryData<LoadedPlaylist>(
      playlistKeys.detail(id),
      (known) => known && { ...known, name, description, visibility, updatedAt },
    )
    invalidateLists(queryClient)
    return playlist
  })
}

export function deletePlaylist(queryClient: QueryClient, id: string, beforeGone: () => void) {
  const remove = () => call(api.playlist.remove, { params: { id } })
  return deleteDoc(queryClient, playlistKeys, id, { remove, beforeGone })
}

export function restorePlaylist(queryClient: QueryClient, id: string) {
  return runMutation(queryClient, async () => {
    await call(api.playlist.restore, { params: { id } })
    void queryClient.invalidateQueries({ queryKey: playlistKeys.detail(id) })
    invalidateLists(queryClient)
  })
}
