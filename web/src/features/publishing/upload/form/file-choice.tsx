import { Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { buttonClass } from '../../../../ui/buttons/button-class.ts'
import { FilePicker } from '../../../../ui/forms/files/file-picker.tsx'

type FileChoiceProps = {
  /** What the file is for, as in 'Remove video'. */
  name: string
  accept: string
  isChosen: boolean
  isLocked?: boolean
  /** Shown while nothing is chosen. */
  prompt: ReactNode
  onChoose: (files: File[]) => void
  onRemove: () => void
  onBlur: () => void
}

/** Chooses a file; once there is one, chooses another or removes it. */
export function FileChoice(props: FileChoiceProps) {
  const { name, accept, isChosen, isLocked = false, prompt, onChoose, onRemove, onBlur } = props
  const picker = useRef<HTMLInputElement>(null)
  const remove = () => {
    onRemove()
    picker.current?.focus()
  }
  return (
    <>
      {/* The same element before and after a file is chosen, so that it keeps the focus. */}
      <FilePicker
        inputRef={picker}
        accept={accept}
        onFiles={onChoose}
        onBlur={onBlur}
        isDisabled={isLocked}
        className={isChosen ? 'rounded-control' : 'rounded-card'}
      >
        {isChosen ? (
          <span aria-hidden="true" className={buttonClass('secondary', 'sm', isLocked ? 'text-muted' : '')}>
            Choose another
          </span>
        ) : (
          prompt
        )}
      </FilePicker>
      {isChosen && (
        <Button size="sm" variant="ghost" aria-label={`Remove ${name}`} disabled={isLocked} onClick={remove}>
          <Trash2 aria-hidden="true" />
          Remove
        </Button>
      )}
    </>
  )
}
