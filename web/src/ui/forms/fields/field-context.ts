import { createContext, useContext, useId } from 'react'

type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

export const FieldContext = createContext<FieldControl | null>(null)

/** Attributes that connect a control to the label, hint and error of the Field around it. */
export function useFieldControl(): Partial<FieldControl> {
  return useContext(FieldContext) ?? {}
}

export function useFieldIds() {
  const id = useId()
  return { id, hintId: `${id}-hint`, messageId: `${id}-message` }
}
