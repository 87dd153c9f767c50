import type { KeyboardEvent } from 'react'
import type { FieldErrors } from '../../../../lib/forms/use-field-errors.ts'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { Input } from '../../../../ui/forms/fields/input.tsx'
import { Textarea } from '../../../../ui/forms/fields/textarea.tsx'
import type { Draft, DraftField } from '../draft.ts'

type DetailsFieldsProps = {
  draft: Pick<Draft, 'title' | 'description'>
  errors: FieldErrors<DraftField>
  onEdit: (changes: Partial<Draft>) => void
  /** Enter does not submit a form whose submit button is disabled. */
  onEnter: () => void
}

export function DetailsFields({ draft, errors, onEdit, onEnter }: DetailsFieldsProps) {
  const handleKey = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key === 'Enter' && !nativeEvent.isComposing) onEnter()
  }
  return (
    <>
      <Field label="Title" error={errors.errorOf('title')}>
        <Input
          value={draft.title}
          onChange={(event) => onEdit({ title: event.target.value })}
          onBlur={() => errors.touch('title')}
          onKeyDown={handleKey}
          autoComplete="off"
        />
      </Field>
      <Field label="Description" error={errors.errorOf('description')}>
        <Textarea
          value={draft.description}
          onChange={(event) => onEdit({ description: event.target.value })}
          onBlur={() => errors.touch('description')}
          rows={4}
        />
      </Field>
    </>
  )
}
