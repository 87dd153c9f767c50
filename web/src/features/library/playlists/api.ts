import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type BodyOf, type Playlist, pageSize } from '@vireo/contract'
import { call } from '../../../lib/api-client.ts'
import { deleteDoc } from '../../../lib/query/cached-docs.ts'
import { pagedQuery } from '../../../lib/query/paged-docs.ts'
import { runMutation } from '../../../lib/query/query-client.ts'

export const playlistKeys = {
  lists: ['playlists', 'list'] as const,
  details: ['playlists', 'detail'] as const,
  detail: (id: string) => [...playlistKeys.details, id] as const,
  choices: (videoId: string) => ['playlists', 'choices', videoId] as const,
}

export const playlistListFailure = 'Failed to fetch your palylists. Please try again'
export const changeFailure = 'The playlist could not be changed. Please try again'

/** A playlist with all of its rows, which may be thousands. */
export type LoadedPlaylist = Playlist & {
  /** False while further rows are being loaded. */
  isComplete: boolean
}

export const ownPlaylistsQuery = pagedQuery([...playlistKeys.lists, 'own'], async (cursor, signal) => {
  const query = { limit: pageSize.default, cursor, videos: 'first' as const }
  const { playlists, nextCursor } = await call(api.playlists.list, { query, signal })
  return { docs: playlists, nextCursor }
})

export function channelPlaylistsQuery(channelId: string) {
  return pagedQuery([...playlistKeys.lists, 'channel', channelId], async (cursor, signal) => {
    const params = { channelId }
    const answer = await call(api.playlists.listOfChannel, { params, query: { cursor }, signal })
    return { docs: answer.playlists, nextCursor: answer.nextCursor }
  })
}

/** Loads page after page; of a long playlist, the loaded rows are shown at once. */
export function playlistQuery(id: string) {
  const queryKey = playlistKeys.detail(id)
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<LoadedPlaylist> => {
      const load = (cursor?: string) => call(api.playlists.get, { params: { id }, query: { cursor }, signal })
      let { playlist, nextCursor } = await load()
      const isFirstLoad = client.getQueryData(queryKey) === undefined
      while (nextCursor) {
        if (isFirstLoad) client.setQueryData<LoadedPlaylist>(queryKey, { ...playlist, isComplete: false })
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
      (await call(api.playlists.listForVideo, { params: { videoId }, signal })).playlists,
    staleTime: 0,
  })
}

/** Every change affects lists, which have the first picture, the count and the time of the last change. */
export function invalidateLists(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ queryKey: playlistKeys.lists })
}

export function createPlaylist(queryClient: QueryClient, body: BodyOf<typeof api.playlists.create>) {
  return runMutation(queryClient, async () => {
    const { playlist } = await call(api.playlists.create, { body })
    invalidateLists(queryClient)
    return playlist
  })
}

export function updatePlaylist(
  queryClient: QueryClient,
  id: string,
  body: BodyOf<typeof api.playlists.update>,
) {
  return runMutation(queryClient, async () => {
    const { playlist } = await call(api.playlists.update, { params: { id }, body })
    const { name, description, visibility, updatedAt } = playlist
    queryClient.setQueryData<LoadedPlaylist>(
      playlistKeys.detail(id),
      (known) => known && { ...known, name, description, visibility, updatedAt },
    )
    invalidateLists(queryClient)
    return playlist
  })
}

export function deletePlaylist(queryClient: QueryClient, id: string, beforeRemoval: () => void) {
  const remove = () => call(api.playlists.remove, { params: { id } })
  return deleteDoc(queryClient, playlistKeys, id, { remove, beforeRemoval })
}

export function restorePlaylist(queryClient: QueryClient, id: string) {
  return runMutation(queryClient, async () => {
    await call(api.playlists.restore, { params: { id } })
    void queryClient.invalidateQueries({ queryKey: playlistKeys.detail(id) })
    invalidateLists(queryClient)
  })
}
