import { ListVideo } from 'lucide-react'
import { Link } from 'react-router'
import { useLongList } from '../../../lib/query/use-long-list.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { channelPlaylistsQuery } from '../../library/playlists/api.ts'
import { PlaylistGrid, PlaylistGridSkeleton } from '../../library/playlists/playlist-card.tsx'
import { nobody, useProfileId } from './api.ts'

const failure = 'Failed to fetch playlists. Please try again'

/** Only public ones, even for the owner, who finds the others on the playlists page. */
export function ProfilePlaylists({ username }: { username: string }) {
  const { id, isOwn } = useProfileId(username)
  const playlists = useLongList(channelPlaylistsQuery(id ?? nobody), { isEnabled: id !== undefined })
  const ownPlaylists = (
    <Button asChild>
      <Link to={paths.playlists()}>Your playlists</Link>
    </Button>
  )
  return (
    <PagedList
      list={playlists}
      failure={failure}
      loading={<PlaylistGridSkeleton />}
      empty={
        <EmptyState icon={<ListVideo />} text="No public playlists yet." action={isOwn && ownPlaylists} />
      }
    >
      {(list, ref) => <PlaylistGrid ref={ref} playlists={list} />}
    </PagedList>
  )
}
