import { type Ref, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { type Draft, isComplete } from './draft.ts'

type FormActionsProps = {
  draft: Draft
  isUploading: boolean
  onClear: () => void
  submitRef: Ref<HTMLButtonElement>
}

export function FormActions({ draft, isUploading, onClear, submitRef }: FormActionsProps) {
  const hintId = useId()
  const missing = isUploading ? '' : describeMissing(draft)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        ref={submitRef}
        type="submit"
        variant="primary"
        size="lg"
        isBusy={isUploading}
        busyLabel="Uploading..."
        disabled={!isUploading && !isComplete(draft)}
        aria-describedby={missing ? hintId : undefined}
      >
        Upload Video
      </Button>
      <Button variant="ghost" size="lg" disabled={isUploading} onClick={onClear}>
        Clear Form
      </Button>
      {missing && (
        <p id={hintId} className="text-xs text-muted">
          {missing}
        </p>
      )}
    </div>
  )
}

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Why the button cannot be pressed yet. */
function describeMissing({ video, title, thumbnail }: Draft) {
  const missing = [!video && 'a video', !title.trim() && 'a title', !thumbnail && 'a thumbnail']
  const names = missing.filter((name) => name !== false)
  return names.length > 0 ? `Still needed: ${list.format(names)}` : ''
}
