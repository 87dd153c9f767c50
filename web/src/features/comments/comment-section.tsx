import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useId, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useSignInPath } from '../../navigation/use-sign-in-path.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useNearEnd } from '../../ui/list-end.tsx'
import { useCurrentUser } from '../account/api.ts'
import { type CommentSubject, threadKey } from './api.ts'
import { CommentList } from './comment-list.tsx'
import { CommentsContext, type CommentsContextValue, commentWords, useComments } from './comments-context.ts'
import { NewCommentForm } from './lazy-forms.ts'

type CommentSectionProps = CommentSubject & {
  /** Known from the video or tweet, before the list is loaded. */
  count: number
  /** Whether the list may be loaded: the video comes first. */
  isReady?: boolean
  duration?: number
  /** Must be stable. */
  onSeek?: (seconds: number) => void
}

/** The count, the box for a new comment, and the list. */
export function CommentSection({
  kind,
  id,
  creatorId,
  count,
  isReady = true,
  ...video
}: CommentSectionProps) {
  const { duration, onSeek } = video
  const { user } = useCurrentUser()
  const headingId = useId()
  const context = useMemo<CommentsContextValue>(
    () => ({ subject: { kind, id, creatorId }, words: commentWords[kind], viewer: user, duration, onSeek }),
    [kind, id, creatorId, user, duration, onSeek],
  )
  const { isWanted, ref } = useWanted(context.subject, isReady)
  return (
    <CommentsContext value={context}>
      <section ref={ref} aria-labelledby={headingId} className="min-w-0">
        <h2 id={headingId} tabIndex={-1} className="mb-4 text-xl outline-none">
          {context.words.count(count)}
        </h2>
        <div className="mb-4">
          <NewCommentBox />
        </div>
        <CommentList isWanted={isWanted} />
      </section>
    </CommentsContext>
  )
}

/** The list is loaded when someone scrolls near it, or at once if it has been loaded before and so has its height. */
function useWanted(subject: CommentSubject, isReady: boolean) {
  const queryClient = useQueryClient()
  const [isWanted, setIsWanted] = useState(() => queryClient.getQueryData(threadKey(subject)) !== undefined)
  const want = useCallback(() => setIsWanted(true), [])
  return { isWanted, ref: useNearEnd(isReady && !isWanted ? want : undefined) }
}

/** Visitors get a link to sign in instead. */
function NewCommentBox() {
  const { words } = useComments()
  const { user, isLoading } = useCurrentUser()
  const signInPath = useSignInPath()
  const placeholder = <Skeleton className="h-11" />
  if (isLoading) return placeholder
  if (user) return <NewCommentForm viewer={user} fallback={placeholder} />
  return (
    <p className="flex min-h-11 items-center rounded-control bg-surface-2 px-3">
      <Link to={signInPath} className="link">
        {words.signIn}
      </Link>
    </p>
  )
}
