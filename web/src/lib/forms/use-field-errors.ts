import { useState } from 'react'

export type Problems<Field extends string> = Partial<Record<Field, string | undefined>>

/** Which of a form's problems to show: only for visited fields and refused files. */
export function useFieldErrors<Field extends string>(problems: Problems<Field>) {
  const [touched, setTouched] = useState<readonly Field[]>([])
  const [refused, setRefused] = useState<Problems<Field>>({})
  return {
    errorOf: (field: Field) => refused[field] ?? (touched.includes(field) ? problems[field] : undefined),
    touch: (field: Field) => setTouched((fields) => [...fields, field]),
    touchAll: () => setTouched(Object.keys(problems) as Field[]),
    /** Why a file was refused; undefined if it was accepted. */
    setRefused: (field: Field, problem: string | undefined) =>
      setRefused((refusals) => ({ ...refusals, [field]: problem })),
    reset: () => {
      setTouched([])
      setRefused({})
    },
    hasProblems: Object.values(problems).some(Boolean),
  }
}

export type FieldErrors<Field extends string> = ReturnType<typeof useFieldErrors<Field>>
