import type { Context } from '../../../context/context.ts'
import { countAttempt } from '../../../http/access/rate-limit.ts'

const picturesPerWindow = 20
const windowSeconds = 600

const message = (retryAfterSeconds: number) => {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  return `Too many new pictures. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
}

/** Encoding a picture takes seconds of CPU time, so it is limited per person. */
export function limitPictures({ sql, clock }: Context, kind: string, userId: string): Promise<void> {
  const key = `picture:${kind}:${userId}`
  return countAttempt(sql, { key, max: picturesPerWindow, windowSeconds, message }, clock.now())
}
