import type { api, LengthFilter, QueryOf, UploadedFilter } from '@vireo/contract'
import { secondsAfter } from '../../../../lib/clock.ts'

const hour = 3600
const day = 24 * hour
const secondsOf: Record<UploadedFilter, number> = {
  hour,
  today: day,
  week: 7 * day,
  month: 30 * day,
  year: 365 * day,
}

/** From the shortest duration in seconds up to, but not including, the second number. */
const spans: Record<LengthFilter, readonly [number, number]> = {
  short: [0, 4 * 60],
  medium: [4 * 60, 20 * 60 + 1],
  long: [20 * 60 + 1, Number.MAX_SAFE_INTEGER],
}

/** The filters of a list of videos, in terms of their rows. */
export interface VideoFilter {
  since?: Date | undefined
  duration?: readonly [number, number] | undefined
  hasCaptions?: true | undefined
}

export const toVideoFilter = (
  { uploaded, length, captions }: Pick<QueryOf<typeof api.videos.list>, 'uploaded' | 'length' | 'captions'>,
  now: Date,
): VideoFilter => ({
  ...(uploaded && { since: secondsAfter(now, -secondsOf[uploaded]) }),
  ...(length && { duration: spans[length] }),
  ...(captions && { hasCaptions: true }),
})
