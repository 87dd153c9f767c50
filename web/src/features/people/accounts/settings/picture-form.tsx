import { CircleAlert, ImagePlus } from 'lucide-react'
import { type ChangeEvent, type FormEvent, type ReactNode, type Ref, useId, useRef } from 'react'
import { messageOf } from '../../../../lib/forms/error-message.ts'
import {
  type PictureChoice,
  pictureTypes,
  usePictureChoice,
} from '../../../../lib/forms/use-picture-choice.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { buttonClass } from '../../../../ui/buttons/button-class.ts'
import { toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { useUnsaved } from '../../../../ui/forms/unsaved.ts'

type PictureFormProps = {
  /** The name of the file picker, e.g. 'Choose profile picture'. */
  label: string
  hint: string
  maxBytes: number
  /** Renders the current picture or, with the URL of a chosen file, the new one. */
  preview: (chosenUrl: string | undefined) => ReactNode
  upload: { mutateAsync: (file: File) => Promise<unknown>; isPending: boolean }
  success: string
  failure: string
}

/** Choosing a file shows it and reveals the Upload button. */
export function PictureForm(props: PictureFormProps) {
  const { label, hint, maxBytes, preview, upload, success, failure } = props
  const choice = usePictureChoice(maxBytes)
  useUnsaved(choice.file !== undefined)
  const picker = useRef<HTMLInputElement>(null)
  const ids = { hint: useId(), error: useId() }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!choice.file) return
    choice.setError(undefined)
    try {
      await upload.mutateAsync(choice.file)
      choice.clear()
      toastSuccess(success)
    } catch (error) {
      choice.setError(messageOf(error, failure))
    }
  }
  const cancel = () => {
    choice.clear()
    picker.current?.focus()
  }

  return (
    <form onSubmit={submit} className="grid gap-4">
      {preview(choice.previewUrl)}
      <div className="grid gap-1.5">
        <div className="flex flex-wrap gap-2">
          <Picker ref={picker} label={label} choice={choice} ids={ids} isDisabled={upload.isPending} />
          {choice.file && (
            <>
              <Button type="submit" variant="primary" isBusy={upload.isPending}>
                Upload
              </Button>
              <Button variant="ghost" onClick={cancel} disabled={upload.isPending}>
                Cancel
              </Button>
            </>
          )}
        </div>
        <p id={ids.hint} className="text-xs text-pretty text-muted">
          {hint}
        </p>
        <div role="alert" className="empty:hidden">
          {choice.error && (
            <p id={ids.error} className="flex gap-1.5 text-sm text-danger">
              <CircleAlert aria-hidden="true" className="mt-[3px] size-4 shrink-0" />
              {choice.error}
            </p>
          )}
        </div>
      </div>
    </form>
  )
}

type PickerProps = {
  ref: Ref<HTMLInputElement>
  label: string
  choice: PictureChoice
  ids: { hint: string; error: string }
  isDisabled: boolean
}

function Picker({ ref, label, choice, ids, isDisabled }: PickerProps) {
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (file) choice.choose(file)
    // Cleared so that the same file can be chosen again, e.g. after being made smaller.
    event.target.value = ''
  }
  return (
    <label className={buttonClass('secondary', 'md', pickerClass)}>
      <input
        ref={ref}
        type="file"
        accept={pictureTypes.join(',')}
        aria-label={label}
        aria-describedby={choice.error ? `${ids.hint} ${ids.error}` : ids.hint}
        aria-invalid={choice.error ? true : undefined}
        disabled={isDisabled}
        onChange={pick}
        className="sr-only"
      />
      <ImagePlus aria-hidden="true" />
      {choice.file ? 'Choose another' : 'Choose picture'}
    </label>
  )
}

const pickerClass =
  'cursor-pointer gap-2 hover:bg-border has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ' +
  'has-focus-visible:outline-accent has-disabled:opacity-50'
