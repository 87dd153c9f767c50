import { useQueryClient } from '@tanstack/react-query'
import { Pause, Play, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import { usePageTitle } from '../../../lib/hooks/page-title.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts/toast.ts'
import { longestQuery, SearchWhileTyping } from '../../../ui/forms/fields/search-while-typing.tsx'
import { useConfirm } from '../../../ui/overlays/confirm.tsx'
import { dropRemoved, useClearHistory, useHistory, useIsPaused, useSetPaused } from './api.ts'
import { HistoryList } from './history-list.tsx'

export function HistoryScreen() {
  usePageTitle('Watch history')
  const queryClient = useQueryClient()
  const [params, setParams] = useSearchParams()
  const query = params.get('q')?.trim().slice(0, longestQuery) ?? ''
  const visit = useVisit()
  const history = useHistory(query)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isCleared, setIsCleared] = useState(false)
  const isPaused = useIsPaused(history.dataUpdatedAt)
  const isEmpty = !query && history.data?.length === 0 && !history.hasNextPage
  useEffect(() => () => dropRemoved(queryClient), [queryClient])

  const finishClearing = () => {
    setIsCleared(true)
    setParams({}, { replace: true, preventScrollReset: true })
    // The pressed button disappears with the entries.
    heading.current?.focus()
  }
  return (
    <div className="mx-auto grid max-w-5xl gap-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="text-2xl">
          Watch history
        </h1>
        <div className="flex flex-wrap gap-2">
          <PauseButton isPaused={isPaused} />
          {!isEmpty && <ClearButton onCleared={finishClearing} />}
        </div>
      </div>
      {isPaused && (
        <Notice icon={<Pause />}>Watch history is paused. What you watch now is not recorded.</Notice>
      )}
      {!isEmpty && (
        <SearchWhileTyping
          label="Search watch history"
          key={visit}
          query={query}
          onSearch={(text) => setParams(text ? { q: text } : {}, { replace: true, preventScrollReset: true })}
        />
      )}
      <p role="status" className="sr-only">
        {query && history.data && countText(history.data.length, history.hasNextPage)}
      </p>
      <HistoryList history={history} query={query} isCleared={isCleared || isPaused === true} />
    </div>
  )
}

const countText = (count: number, hasMore: boolean) =>
  `${count}${hasMore ? ' or more' : ''} ${count === 1 ? 'video' : 'videos'} found`

/** A key that stays the same while the search box updates the address, but changes with a link or Back. */
function useVisit() {
  const { key } = useLocation()
  const isOwnChange = useNavigationType() === 'REPLACE'
  const [visit, setVisit] = useState(key)
  if (!isOwnChange && visit !== key) setVisit(key)
  return visit
}

/** Disabled until it is known whether the history is paused. */
function PauseButton({ isPaused }: { isPaused: boolean | undefined }) {
  const setPaused = useSetPaused()
  const toggle = () =>
    setPaused.mutate(!isPaused, {
      onError: () => toastError(`Failed to ${isPaused ? 'resume' : 'pause'} your watch history. Try again`),
    })
  return (
    <Button onClick={toggle} isBusy={setPaused.isPending} disabled={isPaused === undefined}>
      {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
      <span>
        {isPaused ? 'Resume' : 'Pause'}
        <span className="max-sm:sr-only"> watch history</span>
      </span>
    </Button>
  )
}

function ClearButton({ onCleared }: { onCleared: () => void }) {
  const confirm = useConfirm()
  const clear = useClearHistory()
  const ask = async () => {
    const isConfirmed = await confirm({
      title: 'Clear your watch history?',
      text: 'All videos are removed from it, and where you stopped watching them is forgotten. This cannot be undone.',
      confirmLabel: 'Clear',
      isDanger: true,
    })
    if (!isConfirmed) return
    try {
      await clear.mutateAsync()
      toastSuccess('Watch history cleared')
      onCleared()
    } catch {
      toastError('Failed to clear your watch history. Try again')
    }
  }
  return (
    <Button onClick={() => void ask()} isBusy={clear.isPending}>
      <Trash2 aria-hidden="true" />
      <span>
        Clear
        <span className="max-sm:sr-only"> watch history</span>
      </span>
    </Button>
  )
}
