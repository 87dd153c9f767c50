import { limits, type ReportReason, reportReasonLabels, reportReasons, reportTextRule } from '@vireo/contract'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Field } from '../../../ui/forms/fields/field.tsx'
import { Textarea } from '../../../ui/forms/fields/textarea.tsx'
import { useUnsaved } from '../../../ui/forms/unsaved.ts'
import { DialogFormButtons } from '../../../ui/overlays/dialog-form-buttons.tsx'

export type Reason = { reason: ReportReason; text: string }

type ReasonFormProps = {
  legend: string
  textLabel: string
  submitLabel: string
  isDanger?: boolean
  initialReason?: ReportReason | undefined
  /** Closes the dialog around the form when it succeeds. */
  onSubmit: (reason: Reason) => Promise<void>
}

/** The reason for a report, removal or suspension. */
export function ReasonForm(props: ReasonFormProps) {
  const { legend, textLabel, submitLabel, isDanger, initialReason, onSubmit } = props
  const [reason, setReason] = useState(initialReason)
  const [text, setText] = useState('')
  const [reasonProblem, setReasonProblem] = useState<string>()
  const [textProblem, setTextProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  useUnsaved(text.trim() !== '', { isSaving: isBusy })

  const choose = (chosen: ReportReason) => {
    setReason(chosen)
    setReasonProblem(undefined)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!reason) return setReasonProblem('Please choose a reason')
    const problem = reportTextRule({ reason, text })
    setTextProblem(problem)
    if (problem) return
    setIsBusy(true)
    await onSubmit({ reason, text: text.trim() })
    setIsBusy(false)
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-5">
      <ReasonChoices legend={legend} chosen={reason} problem={reasonProblem} onChoose={choose} />
      <Field label={textLabel} {...(textProblem && { error: textProblem })}>
        <Textarea
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={limits.reportTextLength}
          rows={2}
        />
      </Field>
      <DialogFormButtons submitLabel={submitLabel} isBusy={isBusy} isDanger={isDanger ?? false} />
    </form>
  )
}

type ReasonChoicesProps = {
  legend: string
  chosen: ReportReason | undefined
  problem: string | undefined
  onChoose: (reason: ReportReason) => void
}

function ReasonChoices({ legend, chosen, problem, onChoose }: ReasonChoicesProps) {
  const problemId = useId()
  return (
    <fieldset
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: HTML allows it; only a group can be invalid
      role="radiogroup"
      aria-invalid={problem ? true : undefined}
      aria-describedby={problem && problemId}
      className="grid"
    >
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {reportReasons.map((reason) => (
        <label key={reason} className="flex min-h-10 items-center gap-3 pointer-coarse:min-h-11">
          <input
            type="radio"
            name="reason"
            value={reason}
            checked={reason === chosen}
            onChange={() => onChoose(reason)}
            className="size-4 shrink-0 accent-accent"
          />
          {reportReasonLabels[reason]}
        </label>
      ))}
      {/* Rendered from the start, because screen readers announce changes only in a region they know. */}
      <div aria-live="polite" className="empty:hidden">
        {problem && (
          <p id={problemId} className="flex gap-1.5 text-sm text-danger">
            <CircleAlert className="mt-[3px] size-4 shrink-0" />
            {problem}
          </p>
        )}
      </div>
    </fieldset>
  )
}
