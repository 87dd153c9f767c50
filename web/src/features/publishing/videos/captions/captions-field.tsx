import { type RefObject, useRef } from 'react'
import { buttonClass } from '../../../../ui/buttons/button-class.ts'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { FieldContext } from '../../../../ui/forms/fields/field-context.ts'
import { Input } from '../../../../ui/forms/fields/input.tsx'
import { Select } from '../../../../ui/forms/fields/select.tsx'
import { FilePicker } from '../../../../ui/forms/files/file-picker.tsx'
import { captionsAccept } from './captions-file.ts'
import { CaptionsRow } from './captions-row.tsx'
import { languages } from './languages.ts'
import { type CaptionsChanges, type ListedCaptions, useCaptionsChanges } from './use-captions-changes.ts'

type CaptionsFieldProps = CaptionsChanges & { captions: readonly ListedCaptions[]; hint: string }

/** A video's captions, each of which can be replaced and removed, and a row that adds more. */
export function CaptionsField({ captions, hint, ...options }: CaptionsFieldProps) {
  const changes = useCaptionsChanges(options)
  const picker = useRef<HTMLInputElement>(null)
  const remove = async (removed: ListedCaptions) => {
    const isRemoved = await changes.remove(removed)
    // The pressed button is gone.
    if (isRemoved) requestAnimationFrame(() => picker.current?.focus())
  }
  return (
    <Field
      label="Captions"
      hint={hint}
      error={changes.error}
      // A ligature would show the --> of an error as one arrow.
      className="[font-variant-ligatures:no-contextual]"
    >
      <div className="grid min-w-0 grid-cols-1 gap-3 rounded-card border border-border p-3">
        {captions.length > 0 && (
          <ul aria-label="Captions of this video" className="grid grid-cols-1 gap-1">
            {captions.map((one) => (
              <CaptionsRow
                key={one._id}
                captions={one}
                isBusy={changes.isBusy}
                onReplace={(file) => void changes.replace(file, one)}
                onRemove={() => void remove(one)}
              />
            ))}
          </ul>
        )}
        <AddRow changes={changes} picker={picker} />
      </div>
    </Field>
  )
}

type AddRowProps = {
  changes: ReturnType<typeof useCaptionsChanges>
  picker: RefObject<HTMLInputElement | null>
}

function AddRow({ changes, picker }: AddRowProps) {
  const { entry, isBusy, chooseLanguage, setName, add } = changes
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label="Language of the captions"
        value={entry.language}
        onChange={({ target: { value } }) => chooseLanguage(value)}
        className="max-w-full min-w-40 grow basis-40"
      >
        <option value="">Language</option>
        {languages.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <NameInput value={entry.name} onChange={setName} />
      <FilePicker
        inputRef={picker}
        label="Choose file: Captions"
        accept={captionsAccept}
        isDisabled={isBusy}
        onFiles={([file]) => file && void add(file)}
        className="rounded-control"
      >
        <span aria-hidden="true" className={buttonClass('secondary', 'sm', isBusy ? 'text-muted' : '')}>
          {isBusy ? 'Saving…' : 'Choose file'}
        </span>
      </FilePicker>
    </div>
  )
}

type NameInputProps = { value: string; onChange: (name: string) => void }

function NameInput({ value, onChange }: NameInputProps) {
  return (
    <FieldContext value={null}>
      <Input
        aria-label="Name of the captions"
        placeholder="Name (optional)"
        dir="auto"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        // Enter would submit the surrounding form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        className="h-9 min-w-40 grow basis-40 pointer-coarse:h-11"
      />
    </FieldContext>
  )
}
