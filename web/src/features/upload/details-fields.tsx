import type { KeyboardEvent } from 'react'
import type { FieldErrors } from '../../lib/use-field-errors.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import type { Draft, DraftField } from './draft.ts'

type DetailsFieldsProps = {
  draft: Pick<Draft, 'title' | 'description'>
  errors: FieldErrors<DraftField>
  onEdit: (changes: Partial<Draft>) => void
  /** A form whose button is disabled does not hear of Enter. */
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
