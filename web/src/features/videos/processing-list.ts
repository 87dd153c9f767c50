import type { Video, VideoProgress } from '@vireo/contract'

export type Processing = VideoProgress & Pick<Video, 'title'>

export function isUnfinished({ status }: Pick<VideoProgress, 'status'>) {
  return status === 'uploaded' || status === 'processing'
}

/**
 * What we know, brought up to date with what the server lists: its unfinished ones join, what it does not list
 * any more was deleted. An old failure is not brought up again, one of this visit stays until it is dismissed.
 */
export function mergeProcessing(known: readonly Processing[], listed: readonly Processing[]): Processing[] {
  return listed.flatMap((video) => {
    const before = known.find(({ _id }) => _id === video._id)
    // The list may have been on its way when the end was told.
    if (before && !isUnfinished(before) && isUnfinished(video)) return [before]
    return before || isUnfinished(video) ? [toProcessing(video)] : []
  })
}

/** Progress never goes back: an older message may come after a newer answer. */
export function patchProcessing(list: readonly Processing[], change: VideoProgress): Processing[] {
  return list.map((video) => {
    if (video._id !== change._id) return video
    const isLater = isUnfinished(video) && change.status === video.status
    const progress = isLater ? Math.max(video.progress, change.progress) : change.progress
    return toProcessing({ ...change, progress, title: video.title })
  })
}

export function findNewlyPlayable(before: readonly Processing[], after: readonly Processing[]): Processing[] {
  const wasWaiting = ({ _id }: Processing) => before.some((one) => one._id === _id && !one.isPlayable)
  return after.filter((video) => video.isPlayable && wasWaiting(video))
}

function toProcessing({ _id, title, status, progress, isPlayable, failure }: Processing): Processing {
  return { _id, title, status, progress, isPlayable, failure }
}
