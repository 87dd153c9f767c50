import { Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { cn } from '../../../../lib/cn.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { buttonClass } from '../../../../ui/buttons/button-class.ts'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { DropArea } from '../../../../ui/forms/files/drop-area.tsx'
import { FilePicker } from '../../../../ui/forms/files/file-picker.tsx'

type FileFieldProps = Omit<FileChoiceProps, 'isChosen' | 'onChoose'> & {
  label: string
  hint: string
  error: string | undefined
  /** The chosen file; null while there is none. */
  preview: ReactNode
  /** Beside the buttons of a chosen file. */
  facts?: ReactNode
  /** Several only if `isMultiple`. */
  onChoose: (files: File[]) => void
  /** Of the area with a chosen file. */
  className: string
  /** Of the row with the buttons of a chosen file. */
  rowClassName?: string
}

/** A file that is chosen or dropped, with its preview. */
export function FileField(props: FileFieldProps) {
  const { label, hint, error, preview, facts, onChoose, className, rowClassName, ...choice } = props
  const isChosen = Boolean(preview)
  const choose = (files: File[]) => onChoose(choice.isMultiple ? files : files.slice(0, 1))
  return (
    <Field label={label} hint={hint} error={error}>
      <DropArea
        onFiles={choose}
        isDisabled={choice.isLocked}
        className={isChosen ? cn(chosenClass, className) : undefined}
      >
        {preview}
        <div className={isChosen ? cn('flex flex-wrap gap-2', rowClassName) : undefined}>
          {facts}
          <FileChoice {...choice} isChosen={isChosen} onChoose={choose} />
        </div>
      </DropArea>
    </Field>
  )
}

const chosenClass =
  'rounded-card border border-border bg-surface data-over:border-accent data-over:bg-surface-2'

type FileChoiceProps = {
  /** What the file is for, as in 'Remove video'. */
  name: string
  accept: string
  isMultiple?: boolean
  isChosen: boolean
  isLocked?: boolean
  /** Shown while nothing is chosen. */
  prompt: ReactNode
  onChoose: (files: File[]) => void
  onRemove: () => void
  onBlur: () => void
}

/** Chooses a file; once there is one, chooses another or removes it. */
function FileChoice(props: FileChoiceProps) {
  const {
    name,
    accept,
    isMultiple = false,
    isChosen,
    isLocked = false,
    prompt,
    onChoose,
    onRemove,
    onBlur,
  } = props
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
        isMultiple={isMultiple}
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
