import { limits, tweetLength } from '@vireo/contract'
import { cn } from '../../../lib/cn.ts'

const warnFrom = 20

/** The number of characters used. Screen readers announce it only when few are left. */
export function TweetCounter({ text }: { text: string }) {
  const length = tweetLength(text)
  const left = limits.tweetLength - length
  return (
    <span
      className={cn(
        'text-xs tabular-nums',
        left < 0 ? 'text-danger' : left <= warnFrom ? 'text-warn' : 'text-muted',
      )}
    >
      <span aria-hidden="true">
        {length}/{limits.tweetLength}
      </span>
      <span aria-live="polite" className="sr-only">
        {left < 0 && `${-left} characters too many`}
        {left >= 0 && left <= warnFrom && `${left} characters left`}
      </span>
    </span>
  )
}
