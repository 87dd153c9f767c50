import { api, captionsNameRule, limits, readCaptions } from '@vireo/contract'
import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../../../../lib/api-client.ts'
import { messageOf } from '../../../../lib/forms/error-message.ts'
import { formatBytes } from '../../../../lib/text/format.ts'
import { buttonClass } from '../../../../ui/buttons/button-class.ts'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { FieldContext } from '../../../../ui/forms/fields/field-context.ts'
import { Input } from '../../../../ui/forms/fields/input.tsx'
import { Select } from '../../../../ui/forms/fields/select.tsx'
import { FilePicker } from '../../../../ui/forms/files/file-picker.tsx'
import { languageOfFile, languages } from './languages.ts'

/** `name` is undefined if captions are replaced and keep their name. */
export type NewCaptions = { file: File; language: string; name: string | undefined }
type ListedCaptions = { _id: string; language: string; label: string; fileName?: string }

type CaptionsFieldProps = {
  captions: readonly ListedCaptions[]
  /** The video's duration in seconds, if known. */
  duration?: number
  hint: string
  /** Called with a checked file. A failure is shown. */
  onAdd: (captions: NewCaptions) => Promise<void>
  /** Asks before captions are removed. */
  confirmRemoval?: (captions: ListedCaptions) => Promise<boolean>
  onRemove: (captions: ListedCaptions) => Promise<void>
}

const accept = '.vtt,.srt,text/vtt,application/x-subrip'

/** A video's captions, each of which can be replaced and removed, and a row that adds more. */
export function CaptionsField({ captions, duration, hint, onAdd, ...removal }: CaptionsFieldProps) {
  const [language, setLanguage] = useState('')
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  /** A file that was chosen before its language. */
  const [pendingFile, setPendingFile] = useState<File>()
  const picker = useRef<HTMLInputElement>(null)

  const run = async (work: () => Promise<void>) => {
    setError(undefined)
    setIsBusy(true)
    try {
      await work()
    } catch (failure) {
      setError(messageOf(failure, 'The captions could not be saved. Please try again'))
    } finally {
      setIsBusy(false)
    }
  }
  const choose = (file: File, replaced?: ListedCaptions, given = language) =>
    run(async () => {
      const chosen = replaced?.language ?? (given || languageOfFile(file.name))
      setPendingFile(chosen ? undefined : file)
      const problem = chosen
        ? ((replaced ? undefined : captionsNameRule(name)) ?? (await problemOf(file, chosen, duration)))
        : `Choose the language of ${file.name}.`
      if (problem) return setError(problem)
      await onAdd({ file, language: chosen ?? '', name: replaced ? undefined : name.trim() })
      if (replaced) return
      setLanguage('')
      setName('')
    })
  const remove = async (removed: ListedCaptions) => {
    const { confirmRemoval, onRemove } = removal
    if (confirmRemoval && !(await confirmRemoval(removed))) return
    await run(async () => {
      await onRemove(removed)
      // The pressed button is gone.
      requestAnimationFrame(() => picker.current?.focus())
    })
  }

  return (
    // A ligature would show the --> of an error as one arrow.
    <Field label="Captions" hint={hint} error={error} className="[font-variant-ligatures:no-contextual]">
      <div className="grid min-w-0 grid-cols-1 gap-3 rounded-card border border-border p-3">
        {captions.length > 0 && (
          <ul aria-label="Captions of this video" className="grid grid-cols-1 gap-1">
            {captions.map((one) => (
              <CaptionsRow
                key={one._id}
                captions={one}
                isBusy={isBusy}
                onReplace={(file) => void choose(file, one)}
                onRemove={() => void remove(one)}
              />
            ))}
          </ul>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Select
            aria-label="Language of the captions"
            value={language}
            onChange={({ target: { value } }) => {
              setLanguage(value)
              if (pendingFile && value) void choose(pendingFile, undefined, value)
            }}
            className="max-w-full min-w-40 grow basis-40"
          >
            <option value="">Language</option>
            {languages.map(({ code, name: text }) => (
              <option key={code} value={code}>
                {text}
              </option>
            ))}
          </Select>
          <NameInput value={name} onChange={setName} />
          <FilePicker
            inputRef={picker}
            label="Choose file: Captions"
            accept={accept}
            isDisabled={isBusy}
            onFiles={([file]) => file && void choose(file)}
            className="rounded-control"
          >
            <span aria-hidden="true" className={buttonClass('secondary', 'sm', isBusy ? 'text-muted' : '')}>
              {isBusy ? 'Saving…' : 'Choose file'}
            </span>
          </FilePicker>
        </div>
      </div>
    </Field>
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

type CaptionsRowProps = {
  captions: ListedCaptions
  isBusy: boolean
  onReplace: (file: File) => void
  onRemove: () => void
}

function CaptionsRow({ captions: { label, fileName }, isBusy, onReplace, onRemove }: CaptionsRowProps) {
  return (
    <li className="flex items-center gap-2">
      <span className="min-w-0 grow">
        <span dir="auto" className="line-clamp-2 text-sm wrap-anywhere font-medium">
          {label}
        </span>
        {fileName && <span className="block truncate text-xs text-muted">{fileName}</span>}
      </span>
      <FieldContext value={null}>
        <FilePicker
          label={`Replace ${label}`}
          accept={accept}
          isDisabled={isBusy}
          onFiles={([file]) => file && onReplace(file)}
          className="shrink-0 rounded-control"
        >
          <span aria-hidden="true" className={buttonClass('ghost', 'sm')}>
            Replace
          </span>
        </FilePicker>
      </FieldContext>
      <IconButton label={`Remove ${label}`} onClick={() => !isBusy && onRemove()}>
        <Trash2 />
      </IconButton>
    </li>
  )
}

export function sendCaptions(id: string, { file, language, name }: NewCaptions) {
  const form = new FormData()
  form.append('captions', file)
  form.append('language', language)
  if (name !== undefined) form.append('name', name)
  return call(api.videos.setCaptions, { params: { id }, form })
}

/** The server's check, to report an invalid file at once. */
async function problemOf(file: File, language: string, duration: number | undefined) {
  if (file.size > limits.captionsBytes)
    return `The file is too large: at most ${formatBytes(limits.captionsBytes)}`
  return readCaptions(new Uint8Array(await file.arrayBuffer()), { language, duration }).problem
}
