import { useQuery } from '@tanstack/react-query'
import { MessageCircleOff } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { isNotFound } from '../../../lib/api-client.ts'
import { useRetry } from '../../../lib/query/use-retry.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { noPages } from './api/comment-pages.ts'
import { linkedQuery } from './api/queries.ts'
import { CommentSkeletons } from './comment-skeletons.tsx'
import { CommentThread } from './comment-thread.tsx'
import { useComments } from './comments-context.ts'
import { useScrollToLinked } from './item/use-scroll-to-linked.ts'

/** The comment in the address, to which notifications and reports lead. */
export function useLinkedId() {
  const [parameters] = useSearchParams()
  return parameters.get('comment')
}

/** The conversation with that comment, which is shown above the list instead of in it. */
export function useLinkedThread(shouldLoad: boolean) {
  const { subject } = useComments()
  const id = useLinkedId()
  const query = useQuery({ ...linkedQuery(subject, id ?? ''), enabled: shouldLoad && id !== null })
  const isMissing = isNotFound(query.error)
  const { pages } = (!isMissing && query.data) || noPages
  const [first, reply] = pages[0]?.comments ?? []
  return { id, first, reply, query, isMissing: isMissing || pages[0]?.totalDocs === 0 }
}

export function LinkedComment({ thread }: { thread: ReturnType<typeof useLinkedThread> }) {
  const { words } = useComments()
  const { id, first, reply, query, isMissing } = thread
  const { isRetrying, retry } = useRetry(query.refetch)
  const [target, setTarget] = useState<HTMLElement | null>(null)
  useScrollToLinked(target)
  if (id === null) return null
  if (isMissing)
    return (
      <p
        ref={setTarget}
        tabIndex={-1}
        className="mb-3 flex items-center gap-3 rounded-card border border-border bg-surface p-3"
      >
        <MessageCircleOff className="size-5 shrink-0 stroke-[1.75] text-muted" />
        {words.missing}
      </p>
    )
  if (first)
    return (
      <section
        aria-label="Highlighted comment"
        className="mb-3 rounded-card border border-border bg-surface p-3"
      >
        <p className="mb-2 text-xs font-medium text-accent">Highlighted</p>
        <CommentThread key={id} comment={first} linked={{ id, reply, ref: setTarget }} />
      </section>
    )
  if (query.isError || isRetrying)
    return <ErrorState message={words.fetchFailed} onRetry={retry} isRetrying={isRetrying} />
  // Else it was deleted here, after it had been shown.
  return query.isPending && <CommentSkeletons count={1} />
}
