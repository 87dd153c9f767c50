import type { Video, VideoProgress } from '@vireo/contract'

export type Processing = VideoProgress & Pick<Video, 'title'>
/** Lists have no progress for finished videos. */
type Listed = Partial<Processing> & Pick<Processing, '_id' | 'title' | 'status' | 'isPlayable'>

export function isUnfinished({ status }: Pick<VideoProgress, 'status'>) {
  return status === 'uploaded' || status === 'processing'
}

/**
 * Updates the known videos with the server's list: unfinished ones are added; ones no longer listed were deleted.
 * Failures of earlier visits are left out; failures of this visit stay until they are dismissed.
 */
export function mergeProcessing(known: readonly Processing[], listed: readonly Listed[]): Processing[] {
  return listed.flatMap((video) => {
    const before = known.find(({ _id }) => _id === video._id)
    // The list may be older than the event that reported the end.
    if (before && !isUnfinished(before) && isUnfinished(video)) return [before]
    return before || isUnfinished(video) ? [toProcessing(video)] : []
  })
}

/** Progress never goes back, as an older event may arrive after a newer response. */
export function patchProcessing(list: readonly Processing[], change: VideoProgress): Processing[] {
  return list.map((video) => {
    if (video._id !== change._id) return video
    const isSameStatus = isUnfinished(video) && change.status === video.status
    const progress = isSameStatus ? Math.max(video.progress, change.progress) : change.progress
    return toProcessing({ ...change, progress, title: video.title })
  })
}

export function findNewlyPlayable(before: readonly Processing[], after: readonly Processing[]): Processing[] {
  const wasWaiting = ({ _id }: Processing) => before.some((video) => video._id === _id && !video.isPlayable)
  return after.filter((video) => video.isPlayable && wasWaiting(video))
}

function toProcessing({
  _id,
  title,
  status,
  progress = 0,
  estimate,
  isPlayable,
  failure = null,
}: Listed): Processing {
  return { _id, title, status, progress, ...(estimate && { estimate }), isPlayable, failure }
}
