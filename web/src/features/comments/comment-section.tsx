import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useId, useMemo, useState } from 'react'
import { useNearEnd } from '../../lib/use-near-end.ts'
import { useCurrentUser } from '../account/api.ts'
import { CommentComposer } from './comment-composer.tsx'
import { CommentList } from './comment-list.tsx'
import { CommentsContext, type CommentsContextValue } from './comments-context.ts'
import type { CommentSource } from './source.ts'
import { threadQuery } from './thread-cache.ts'

type CommentSectionProps = {
  /** Stable: another one is another list. */
  source: CommentSource
  /** As its place knows it. */
  count: number
  /** Whether the list may be asked for: what people came for goes first. */
  isReady?: boolean
  duration?: number
  /** Must be stable. */
  onSeek?: (seconds: number) => void
}

/** The count, the box and the list. */
export function CommentSection({ source, count, isReady = true, duration, onSeek }: CommentSectionProps) {
  const { user } = useCurrentUser()
  const headingId = useId()
  const queryClient = useQueryClient()
  const [isWanted, setIsWanted] = useState(
    // Coming back to a list that was loaded: it has its height from the start.
    () => queryClient.getQueryData(threadQuery(source).queryKey) !== undefined,
  )
  const want = useCallback(() => setIsWanted(true), [])
  const near = useNearEnd(isReady && !isWanted ? want : undefined)
  const context = useMemo<CommentsContextValue>(
    () => ({ source, viewer: user, duration, onSeek }),
    [source, user, duration, onSeek],
  )
  return (
    <CommentsContext value={context}>
      <section ref={near} aria-labelledby={headingId} className="min-w-0">
        <h2 id={headingId} tabIndex={-1} className="mb-4 text-xl outline-none">
          {source.words.count(count)}
        </h2>
        <div className="mb-4">
          <CommentComposer />
        </div>
        <CommentList isWanted={isWanted} />
      </section>
    </CommentsContext>
  )
}
