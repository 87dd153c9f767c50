import { createContext, useContext, useId } from 'react'

export type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

export const FieldContext = createContext<FieldControl | null>(null)

/** What a control spreads on itself so that the label, hint and error of the Field around it belong to it. */
export function useFieldControl(): Partial<FieldControl> {
  return useContext(FieldContext) ?? {}
}

export function useFieldIds() {
  const id = useId()
  return { id, hintId: `${id}-hint`, messageId: `${id}-message` }
}
