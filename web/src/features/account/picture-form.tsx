import { CircleAlert, ImagePlus } from 'lucide-react'
import { type ChangeEvent, type FormEvent, type ReactNode, useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { pictureTypes } from './picture-problem.ts'
import type { PictureChoice } from './use-picture-choice.ts'

type PictureFormProps = {
  /** What the picker chooses, e.g. 'Choose profile picture'. */
  label: string
  hint: string
  choice: PictureChoice
  /** The picture as it is, or as it will be. */
  preview: ReactNode
  isUploading: boolean
  onUpload: (file: File) => void
}

/** Choosing a file shows it and reveals the Upload button. */
export function PictureForm({ label, hint, choice, preview, isUploading, onUpload }: PictureFormProps) {
  const hintId = useId()
  const errorId = useId()
  const picker = useRef<HTMLInputElement>(null)

  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (file) choice.choose(file)
    // The same file may be chosen again, e.g. after it was made smaller.
    event.target.value = ''
  }
  const upload = (event: FormEvent) => {
    event.preventDefault()
    if (choice.file) onUpload(choice.file)
  }
  const cancel = () => {
    choice.clear()
    picker.current?.focus()
  }

  return (
    <form onSubmit={upload} className="grid gap-4">
      {preview}
      <div className="grid gap-1.5">
        <div className="flex flex-wrap gap-2">
          <label className={buttonClass('secondary', 'md', pickerClass)}>
            <input
              ref={picker}
              type="file"
              accept={pictureTypes.join(',')}
              aria-label={label}
              aria-describedby={choice.error ? `${hintId} ${errorId}` : hintId}
              aria-invalid={choice.error ? true : undefined}
              disabled={isUploading}
              onChange={pick}
              className="sr-only"
            />
            <ImagePlus aria-hidden="true" />
            {choice.file ? 'Choose another' : 'Choose picture'}
          </label>
          {choice.file && (
            <>
              <Button type="submit" variant="primary" isBusy={isUploading}>
                Upload
              </Button>
              <Button variant="ghost" onClick={cancel} disabled={isUploading}>
                Cancel
              </Button>
            </>
          )}
        </div>
        <p id={hintId} className="text-xs text-pretty text-muted">
          {hint}
        </p>
        <div role="alert" className="empty:hidden">
          {choice.error && (
            <p id={errorId} className="flex gap-1.5 text-sm text-danger">
              <CircleAlert aria-hidden="true" className="mt-[3px] size-4 shrink-0" />
              {choice.error}
            </p>
          )}
        </div>
      </div>
    </form>
  )
}

const pickerClass =
  'cursor-pointer gap-2 hover:bg-border has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ' +
  'has-focus-visible:outline-accent has-disabled:opacity-50'
