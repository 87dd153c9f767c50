import { limits, type ReportReason } from '@vireo/contract'
import { reportReasonLabels, reportReasons, reportTextRule } from '@vireo/contract/rules/reports'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DialogClose } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'

export type Reason = { reason: ReportReason; text: string }

type ReasonFormProps = {
  legend: string
  textLabel: string
  submitLabel: string
  isDanger?: boolean
  /** Inside a dialog, which it closes when it is done. */
  onSubmit: (reason: Reason) => Promise<void>
}

/** Why something is reported, removed or suspended. */
export function ReasonForm({ legend, textLabel, submitLabel, isDanger, onSubmit }: ReasonFormProps) {
  const [reason, setReason] = useState<ReportReason>()
  const [text, setText] = useState('')
  const [reasonProblem, setReasonProblem] = useState<string>()
  const [textProblem, setTextProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const reasonProblemId = useId()

  const choose = (one: ReportReason) => {
    setReason(one)
    setReasonProblem(undefined)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!reason) return setReasonProblem('Please choose a reason')
    const wrong = reportTextRule({ reason, text })
    setTextProblem(wrong)
    if (wrong) return
    setIsBusy(true)
    await onSubmit({ reason, text: text.trim() })
    setIsBusy(false)
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-5">
      <fieldset
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: HTML allows it; only such a group can be invalid
        role="radiogroup"
        aria-invalid={reasonProblem ? true : undefined}
        aria-describedby={reasonProblem && reasonProblemId}
        className="grid"
      >
        <legend className="mb-1 text-sm font-medium">{legend}</legend>
        {reportReasons.map((one) => (
          <label key={one} className="flex min-h-10 items-center gap-3 pointer-coarse:min-h-11">
            <input
              type="radio"
              name="reason"
              value={one}
              checked={reason === one}
              onChange={() => choose(one)}
              className="size-4 shrink-0 accent-accent"
            />
            {reportReasonLabels[one]}
          </label>
        ))}
        {/* Always there, so that what appears in it is announced. */}
        <div aria-live="polite" className="empty:hidden">
          {reasonProblem && (
            <p id={reasonProblemId} className="flex gap-1.5 text-sm text-danger">
              <CircleAlert className="mt-[3px] size-4 shrink-0" />
              {reasonProblem}
            </p>
          )}
        </div>
      </fieldset>
      <Field label={textLabel} {...(textProblem && { error: textProblem })}>
        <Textarea
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={limits.reportTextLength}
          rows={2}
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose asChild>
          <Button variant="ghost">Cancel</Button>
        </DialogClose>
        <Button type="submit" variant={isDanger ? 'danger' : 'primary'} isBusy={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
