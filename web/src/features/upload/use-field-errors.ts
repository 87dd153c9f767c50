import { useState } from 'react'
import { type Draft, type DraftField, type Problems, problemsOf } from './draft.ts'

const allFields: DraftField[] = ['video', 'title', 'description', 'thumbnail']

/** Which of the form's problems to show: those of fields that were left, and of files that were not taken. */
export function useFieldErrors(draft: Draft) {
  const [touched, setTouched] = useState<readonly DraftField[]>([])
  const [refused, setRefused] = useState<Problems>({})
  const problems = problemsOf(draft)
  return {
    errorOf: (field: DraftField) => refused[field] ?? (touched.includes(field) ? problems[field] : undefined),
    touch: (field: DraftField) => setTouched((fields) => [...fields, field]),
    touchAll: () => setTouched(allFields),
    /** Why a file was not taken; undefined when it was. */
    setRefused: (field: DraftField, problem: string | undefined) =>
      setRefused((refusals) => ({ ...refusals, [field]: problem })),
    reset: () => {
      setTouched([])
      setRefused({})
    },
    hasProblems: Object.values(problems).some(Boolean),
  }
}

export type FieldErrors = ReturnType<typeof useFieldErrors>
