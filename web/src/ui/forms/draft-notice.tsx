import { CircleAlert, RotateCcw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../buttons/button.tsx'
import { Notice } from '../feedback/notice.tsx'

type DraftNoticeProps = {
  hasSavedDraft: boolean
  /** The draft's title, if it has one. */
  name: string | undefined
  failure: string | undefined
  /** While the form is being sent. */
  isLocked: boolean
  onRestore: () => void
  onDiscard: () => void
}

/** Offers to restore content that a failure or Clear Form removed from the form. */
export function DraftNotice(props: DraftNoticeProps) {
  const { hasSavedDraft, name, failure, isLocked, onRestore, onDiscard } = props
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!failure) return
    notice.current?.focus({ preventScroll: true })
    notice.current?.scrollIntoView({ block: 'center' })
  }, [failure])
  if (!hasSavedDraft && !failure) return null
  const actions = hasSavedDraft && (
    <>
      <Button size="sm" variant="primary" disabled={isLocked} onClick={onRestore}>
        Restore draft
      </Button>
      <Button size="sm" variant="ghost" disabled={isLocked} onClick={onDiscard}>
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
      {hasSavedDraft && <p className={failure && 'text-muted'}>Your draft{name && ` “${name}”`} is kept.</p>}
    </Notice>
  )
}
