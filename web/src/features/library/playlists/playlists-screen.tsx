import { ListVideo, Plus } from 'lucide-react'
import { usePageTitle } from '../../../lib/hooks/page-title.ts'
import { useLongList } from '../../../lib/query/use-long-list.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { useLazyDialog } from '../../../ui/overlays/use-lazy-dialog.tsx'
import { ownPlaylistsQuery, playlistListFailure } from './api.ts'
import { PlaylistGrid, PlaylistGridSkeleton } from './playlist-card.tsx'

const PlaylistDialog = lazyPart(() => import('./playlist-dialog.tsx').then((m) => m.PlaylistDialog))

/** The viewer's own playlists. The layout route sends visitors to sign in. */
export function PlaylistsScreen() {
  usePageTitle('Playlists')
  const playlists = useLongList(ownPlaylistsQuery)
  const creating = useLazyDialog(PlaylistDialog, (control) => <PlaylistDialog {...control} />)
  const newButton = (
    <Button variant="primary" onClick={creating.open}>
      <Plus />
      New playlist
    </Button>
  )
  const isEmpty = playlists.data?.length === 0 && !playlists.hasNextPage
  return (
    <div className="mx-auto max-w-6xl">
      {!isEmpty && (
        <div className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 md:mb-6">
          <h1 className="text-2xl">Your Playlists</h1>
          {/* Not while the list loads: if it is empty, the button moves below, and a click just then would be lost. */}
          {!playlists.isPending && newButton}
        </div>
      )}
      <PagedList
        list={playlists}
        failure={playlistListFailure}
        loading={<PlaylistGridSkeleton />}
        empty={
          <div className="grid justify-items-center gap-4 px-4 py-16 text-center">
            <ListVideo aria-hidden="true" className="size-10 stroke-[1.5] text-muted" />
            <h1 className="text-base font-normal text-pretty text-muted">You have not any playlist yet.</h1>
            {newButton}
          </div>
        }
      >
        {(list, ref) => <PlaylistGrid ref={ref} playlists={list} />}
      </PagedList>
      {creating.dialog}
    </div>
  )
}
