import { useQueryClient } from '@tanstack/react-query'
import type { CommentOrder, CommentsMode, Owner } from '@vireo/contract'
import { useCallback, useEffect, useId, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useSignInPath } from '../../../navigation/links/use-sign-in-path.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Select } from '../../../ui/forms/fields/select.tsx'
import { useNearEnd } from '../../../ui/lists/list-end.tsx'
import { useCurrentUser } from '../../people/accounts/api.ts'
import { type CommentedContent, threadKey } from './api/keys.ts'
import { CommentList } from './comment-list.tsx'
import { CommentsContext, type CommentsContextValue, commentWords, useComments } from './comments-context.ts'
import { NewCommentForm } from './forms/lazy-forms.ts'
import { useLinkedId } from './linked-comment.tsx'

type CommentSectionProps = Pick<CommentedContent, 'kind' | 'id'> & {
  creator: Owner
  /** Known from the video or tweet, before the list is loaded. */
  count: number
  /** Undefined if the server is of the previous version. */
  mode: CommentsMode | undefined
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
  creator,
  count,
  mode = 'on',
  isReady = true,
  ...video
}: CommentSectionProps) {
  const { duration, onSeek } = video
  const { user } = useCurrentUser()
  const headingId = useId()
  const creatorId = creator._id
  const subject = useMemo(() => ({ kind, id, creatorId }), [kind, id, creatorId])
  const [order, setOrder] = useOrder(subject)
  const context = useMemo<CommentsContextValue>(
    () => ({ subject, creator, words: commentWords[kind], viewer: user, order, duration, onSeek }),
    [subject, creator, kind, user, order, duration, onSeek],
  )
  const { shouldLoad, ref } = useLoadOnScroll(subject, order, isReady && mode !== 'off')
  return (
    <CommentsContext value={context}>
      <section ref={ref} aria-labelledby={headingId} className="min-w-0">
        <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 id={headingId} tabIndex={-1} className="text-xl outline-none">
            {mode === 'off' ? context.words.title : context.words.count(count)}
          </h2>
          {mode !== 'off' && (count > 1 || order === 'top') && (
            <Select
              aria-label={context.words.sort}
              value={order}
              onChange={({ target }) => setOrder(target.value === 'top' ? 'top' : 'newest')}
            >
              <option value="newest">Newest</option>
              <option value="top">Top</option>
            </Select>
          )}
        </div>
        {mode === 'off' ? (
          <p className="flex min-h-11 items-center rounded-control bg-surface-2 px-3 text-muted">
            {context.words.off}
          </p>
        ) : (
          <>
            <div className="mb-4">
              <NewCommentBox />
              {mode === 'held' && user?._id !== creatorId && (
                <p className="mt-2 text-xs text-muted">{context.words.held}</p>
              )}
            </div>
            <CommentList shouldLoad={shouldLoad} />
          </>
        )}
      </section>
    </CommentsContext>
  )
}

/**
 * The list by likes is cached only while that order is chosen, so its presence restores the order on return to it.
 * The newest stay cached, as the teaser on phones shows the first. Changing the order reloads the list.
 */
function useOrder(subject: CommentedContent) {
  const queryClient = useQueryClient()
  const [order, setOrder] = useState<CommentOrder>(() =>
    queryClient.getQueryData(threadKey(subject, { order: 'top' })) ? 'top' : 'newest',
  )
  useEffect(() => {
    if (order === 'newest')
      queryClient.removeQueries({ queryKey: threadKey(subject, { order: 'top' }), exact: true })
  }, [queryClient, subject, order])
  const changeOrder = (chosen: CommentOrder) => {
    setOrder(chosen)
    void queryClient.resetQueries({ queryKey: threadKey(subject, { order: chosen }), exact: true })
  }
  return [order, changeOrder] as const
}

/**
 * The list is loaded on scrolling near it, or at once if the address names a comment, or if it is cached, so that the
 * page has its height.
 */
function useLoadOnScroll(subject: CommentedContent, order: CommentOrder, isReady: boolean) {
  const queryClient = useQueryClient()
  const [shouldLoad, setShouldLoad] = useState(
    () => queryClient.getQueryData(threadKey(subject, { order })) !== undefined,
  )
  const startLoading = useCallback(() => setShouldLoad(true), [])
  if (useLinkedId() !== null && isReady && !shouldLoad) startLoading()
  return { shouldLoad, ref: useNearEnd(isReady && !shouldLoad ? startLoading : undefined) }
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
