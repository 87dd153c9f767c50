import type { ErrorCode } from '@vireo/contract'
import { useState } from 'react'
import { hasCode } from '../../../lib/api-client.ts'
import { messageOf } from '../../../lib/forms/error-message.ts'
import { useOneAtATime } from '../../../lib/hooks/use-one-at-a-time.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/forms/fields/field.tsx'
import { Textarea } from '../../../ui/forms/fields/textarea.tsx'
import { useUnsaved } from '../../../ui/forms/unsaved.ts'

type WordListFormProps = {
  /** The saved list. */
  words: string[]
  maxWords: number
  maxLength: number
  /** `lastSeen` is the list that the changes started from. */
  save: (words: string[], lastSeen: string[]) => Promise<unknown>
  /** The error if another list was saved in the meantime. */
  conflict: ErrorCode
  /** Loads the list that was saved in the meantime. */
  reload: () => Promise<string[]>
}

/** Words or phrases, one per line. */
export function WordListForm(props: WordListFormProps) {
  const { text, setText, problem, isBusy, save } = useWordList(props)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      className="grid gap-4"
    >
      <Field label="Words or phrases, one per line" {...(problem && { error: problem })}>
        <Textarea
          rows={6}
          value={text}
          onChange={(event) => setText(event.target.value)}
          readOnly={isBusy}
          spellCheck={false}
        />
      </Field>
      <Button type="submit" variant="primary" isBusy={isBusy} className="justify-self-end">
        Save words
      </Button>
    </form>
  )
}

/** The typed text, and the list it started from: a different one may be saved elsewhere in the meantime. */
type Draft = { text: string; lastSeen: string[] }

function useWordList({ words, save, conflict, reload, ...max }: WordListFormProps) {
  const [draft, setDraft] = useState<Draft>()
  const [problem, setProblem] = useState<string>()
  const { isBusy, run } = useOneAtATime()
  const { text, lastSeen } = draft ?? { text: words.join('\n'), lastSeen: words }
  useUnsaved(draft !== undefined)

  /** Shows the changes made elsewhere; saving again then replaces that list. */
  const compare = async (refusal: string) => {
    try {
      const saved = await reload()
      setDraft({ text, lastSeen: saved })
      setProblem(`${refusal} ${describeChange(lastSeen, saved)}`)
    } catch {
      setProblem(refusal)
    }
  }
  const trySave = async () => {
    const typed = text.split('\n').flatMap((line) => line.trim() || [])
    const limit = limitProblem(typed, max)
    setProblem(limit)
    if (limit) return
    try {
      await save(typed, lastSeen)
      setDraft(undefined)
    } catch (error) {
      const message = messageOf(error, 'Something went wrong. Please try again.')
      if (hasCode(error, conflict)) await compare(message)
      else setProblem(message)
    }
  }
  return {
    text,
    setText: (typed: string) => setDraft({ text: typed, lastSeen }),
    problem,
    isBusy,
    save: () => run(trySave),
  }
}

function limitProblem(words: string[], { maxWords, maxLength }: { maxWords: number; maxLength: number }) {
  if (words.some((word) => word.length > maxLength)) return `A line must be at most ${maxLength} characters`
  if (words.length > maxWords) return `At most ${maxWords} lines`
}

function describeChange(before: string[], after: string[]): string {
  const added = after.filter((word) => !before.includes(word))
  const removed = before.filter((word) => !after.includes(word))
  return [
    ...(added.length > 0 ? [`Added: ${added.join(', ')}.`] : []),
    ...(removed.length > 0 ? [`Removed: ${removed.join(', ')}.`] : []),
    'Save again to replace that list with yours.',
  ].join(' ')
}
