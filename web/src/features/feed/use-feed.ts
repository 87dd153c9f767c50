import type { Video } from '@vireo/contract'
import { useLongList } from '../../lib/use-long-list.ts'
import { videoListQuery } from '../videos/api.ts'

const fillEveryMs = 5000
/** A site with fewer is just filling up: videos appear as they become playable. */
const fullFrom = 12

const query = videoListQuery()
const lookAgain = (videos: Video[]) => (videos.length < fullFrom ? fillEveryMs : false)

export function useFeed() {
  return useLongList(query, { lookAgain })
}
