import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { toastError } from '../../../ui/feedback/toasts/toast.ts'
import { changeCount, changeThread, isPosting } from './api/cached-comments.ts'
import type { CommentPages } from './api/comment-pages.ts'
import { threadKey } from './api/keys.ts'
import { addNew, findNew, hasMoreNew, newestIn } from './api/new-comments.ts'
import { latestQuery } from './api/queries.ts'
import { useComments } from './comments-context.ts'

/** The list as it is cached, and when it was loaded. */
type NewCommentsProps = { data: CommentPages; loadedAt: number }

/** Above the list of the newest: asks for newer ones while it is in view, and a button shows them (decision 79). */
export function NewComments({ data, loadedAt }: NewCommentsProps) {
  const { subject, words, viewer } = useComments()
  const queryClient = useQueryClient()
  const { isNear, place } = useIsNear()
  const [since, setSince] = useState('')
  const newest = newestIn(data)
  if (newest > since) setSince(newest)
  const { data: latest, refetch } = useQuery({ ...latestQuery(subject, data, loadedAt), enabled: isNear })
  const [isBusy, setIsBusy] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const moveFocus = useFocusOnNew(data)

  const others = latest ? findNew(data, latest, since).filter(({ owner }) => owner._id !== viewer?._id) : []
  const text = latest && others.length > 0 ? words.fresh(others.length, hasMoreNew(latest, since)) : undefined

  /** Asks once more: some may have been deleted. */
  const show = async () => {
    setIsBusy(true)
    const { data: page, isError } = await refetch()
    setIsBusy(false)
    if (!page || isError) return toastError(words.fetchFailed)
    // The button disappears.
    if (findNew(data, page, since).length > 0) moveFocus()
    else button.current?.closest('section')?.querySelector('h2')?.focus()
    const queryKey = threadKey(subject, { order: 'newest' })
    changeThread(queryClient, queryKey, (old) => old && addNew(old, page, since))
    if (!isPosting(queryClient, subject)) changeCount(queryClient, subject, () => page.totalDocs)
  }
  return (
    <div ref={place} className="grid justify-items-center">
      <p role="status" className="sr-only">
        {text}
      </p>
      {text && (
        <Button
          ref={button}
          size="sm"
          className="mb-3 rounded-full pointer-coarse:h-11"
          isBusy={isBusy}
          onClick={() => void show()}
        >
          <ArrowUp />
          {text}
        </Button>
      )}
    </div>
  )
}

/** Returns a function that moves the focus to the first new comment when it is in the list. */
function useFocusOnNew(data: CommentPages) {
  const isAsked = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the list has changed
  useEffect(() => {
    if (!isAsked.current) return
    isAsked.current = false
    document.querySelector<HTMLElement>('article[data-new]')?.focus()
  }, [data])
  return () => {
    isAsked.current = true
  }
}

/** Whether the element is less than a screen away. */
function useIsNear() {
  const [isNear, setIsNear] = useState(false)
  const place = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: '100% 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { isNear, place }
}
