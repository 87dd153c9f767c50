import { CircleAlert, RotateCcw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import type { Draft } from './draft.ts'
import { Notice } from './notice.tsx'

type DraftNoticeProps = {
  setAside: Draft | null
  failure: string | undefined
  onRestore: () => void
  onDiscard: () => void
}

/** What was taken out of the form, by a failure or by Clear Form, is one click away. */
export function DraftNotice({ setAside, failure, onRestore, onDiscard }: DraftNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!failure) return
    notice.current?.focus({ preventScroll: true })
    notice.current?.scrollIntoView({ block: 'center' })
  }, [failure])
  if (!setAside && !failure) return null
  const name = setAside?.title.trim() || setAside?.remembered?.file.name
  const actions = setAside && (
    <>
      <Button size="sm" variant="primary" onClick={onRestore}>
        Restore draft
      </Button>
      <Button size="sm" variant="ghost" onClick={onDiscard}>
        Discard
      </Button>
    </>
  )
  return (
    <Notice
      ref={notice}
      role={failure ? 'alert' : 'status'}
      icon={failure ? <CircleAlert /> : <RotateCcw />}
      action={actions}
    >
      {failure && <p className="font-medium">{failure}</p>}
      {setAside && <p className={failure && 'text-muted'}>Your draft{name && ` “${name}”`} is kept.</p>}
    </Notice>
  )
}
