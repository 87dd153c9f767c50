import { useQueryClient } from '@tanstack/react-query'
import { thumbnailAt, type VideoSummary } from '@vireo/contract'
import { Link } from 'react-router'
import { paths } from '../../../navigation/links/paths.ts'
import { blockedPeopleQuery, unblockPerson } from '../../people/blocks/api.ts'
import { OwnerRow, RestorableList } from '../../people/blocks/restorable-list.tsx'
import { hiddenChannelsQuery, hiddenVideosQuery, unhideChannel, unhideVideo } from './api.ts'

/** A section of the settings. */
export function HiddenVideos() {
  const queryClient = useQueryClient()
  return (
    <RestorableList
      title="Hidden videos"
      empty="You have not hidden any videos."
      query={hiddenVideosQuery}
      action="Show again"
      restore={({ _id }) => unhideVideo(queryClient, _id)}
      nameOf={({ title }) => title}
    >
      {(video) => <HiddenVideoRow video={video} />}
    </RestorableList>
  )
}

export function HiddenChannels() {
  const queryClient = useQueryClient()
  return (
    <RestorableList
      title="Hidden channels"
      empty="You have not hidden any channels."
      query={hiddenChannelsQuery}
      action="Show again"
      restore={({ _id }) => unhideChannel(queryClient, _id)}
      nameOf={({ fullname }) => fullname}
    >
      {(channel) => <OwnerRow owner={channel} />}
    </RestorableList>
  )
}

function HiddenVideoRow({ video }: { video: VideoSummary }) {
  return (
    <Link to={paths.watch(video._id)} className="flex min-h-11 min-w-0 items-center gap-3 rounded-control">
      <span className="aspect-video w-16 shrink-0 overflow-hidden rounded-control bg-surface-2">
        {video.thumbnail && (
          <img
            src={thumbnailAt(video.thumbnail, 320)}
            alt=""
            loading="lazy"
            className="size-full object-cover"
          />
        )}
      </span>
      <span className="min-w-0">
        <bdi className="line-clamp-2 font-medium wrap-anywhere">{video.title}</bdi>
        <bdi className="block truncate text-xs text-muted">{video.owner.fullname}</bdi>
      </span>
    </Link>
  )
}

/** A section of the settings. */
export function BlockedPeople() {
  const queryClient = useQueryClient()
  return (
    <RestorableList
      title="Blocked people"
      empty="You have not blocked anyone."
      query={blockedPeopleQuery}
      action="Unblock"
      restore={(person) => unblockPerson(queryClient, person)}
      nameOf={({ fullname }) => fullname}
    >
      {(person) => <OwnerRow owner={person} />}
    </RestorableList>
  )
}
