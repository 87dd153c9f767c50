import { captionsNameRule } from '@vireo/contract'
import { useState } from 'react'
import { messageOf } from '../../../../lib/forms/error-message.ts'
import { captionsFileProblem, type NewCaptions } from './captions-file.ts'
import { languageOfFile } from './languages.ts'

export type ListedCaptions = { _id: string; language: string; label: string; fileName?: string }

export type CaptionsChanges = {
  /** The video's duration in seconds, if known. */
  duration?: number
  /** Called with a checked file. A failure is shown. */
  onAdd: (captions: NewCaptions) => Promise<void>
  /** Asks before captions are removed. */
  confirmRemoval?: (captions: ListedCaptions) => Promise<boolean>
  onRemove: (captions: ListedCaptions) => Promise<void>
}

/** Captions that are being added. */
type Entry = {
  language: string
  name: string
  /** A file that was chosen before its language. */
  pendingFile?: File | undefined
}

const emptyEntry: Entry = { language: '', name: '' }

/** Adds, replaces and removes captions, one change at a time, with the error of the last one. */
export function useCaptionsChanges({ duration, onAdd, confirmRemoval, onRemove }: CaptionsChanges) {
  const { error, isBusy, save } = useSaving()
  const [entry, setEntry] = useState(emptyEntry)
  const edit = (changes: Partial<Entry>) => setEntry((latest) => ({ ...latest, ...changes }))

  const add = (file: File, given = entry.language) =>
    save(async () => {
      const language = given || languageOfFile(file.name)
      edit({ pendingFile: language ? undefined : file })
      if (!language) return `Choose the language of ${file.name}.`
      const problem = captionsNameRule(entry.name) ?? (await captionsFileProblem(file, language, duration))
      if (problem) return problem
      await onAdd({ file, language, name: entry.name.trim() })
      setEntry(emptyEntry)
    })
  const chooseLanguage = (language: string) => {
    edit({ language })
    if (entry.pendingFile && language) void add(entry.pendingFile, language)
  }
  const replace = (file: File, { language }: ListedCaptions) =>
    save(async () => {
      edit({ pendingFile: undefined })
      const problem = await captionsFileProblem(file, language, duration)
      if (problem) return problem
      await onAdd({ file, language, name: undefined })
    })
  /** Resolves to whether they were removed. */
  const remove = async (removed: ListedCaptions) => {
    if (confirmRemoval && !(await confirmRemoval(removed))) return false
    return save(async () => void (await onRemove(removed)))
  }

  const setName = (name: string) => edit({ name })
  return { error, isBusy, entry, chooseLanguage, setName, add, replace, remove }
}

/** Whether a change is being saved, and the error of the last one. */
function useSaving() {
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  /** `change` resolves to the problem that prevented it. Resolves to whether it was made. */
  const save = async (change: () => Promise<string | undefined>) => {
    setError(undefined)
    setIsBusy(true)
    try {
      const problem = await change()
      setError(problem)
      return problem === undefined
    } catch (failure) {
      setError(messageOf(failure, 'The captions could not be saved. Please try again'))
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { error, isBusy, save }
}
