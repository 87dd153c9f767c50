import { limits, tweetLength } from '@vireo/contract'
import { cn } from '../../../lib/cn.ts'

const nearFrom = 20

/** How many characters are used. Screen readers announce it only when few are left. */
export function TweetCounter({ text }: { text: string }) {
  const length = tweetLength(text)
  const left = limits.tweetLength - length
  return (
    <span
      className={cn(
        'text-xs tabular-nums',
        left < 0 ? 'text-danger' : left <= nearFrom ? 'text-warn' : 'text-muted',
      )}
    >
      <span aria-hidden="true">
        {length}/{limits.tweetLength}
      </span>
      <span aria-live="polite" className="sr-only">
        {left < 0 && `${-left} characters too many`}
        {left >= 0 && left <= nearFrom && `${left} characters left`}
      </span>
    </span>
  )
}
