import type { Rule } from '@vireo/contract'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from '../../lib/api-client.ts'

/**
 * On blur first, then with every change. The error of a field that is left waits a moment: shown at once it
 * would move the link or button that is being clicked from under the pointer.
 */
export const formTiming = { mode: 'onTouched', delayError: 200 } as const

/** A rule of the contract, as react-hook-form takes it. */
export function by(rule: Rule) {
  return { validate: (value: string) => rule(value) ?? true }
}

/** Runs a call that may first ask the person who they are; answers false if they did not want to say. */
export type RunConfirmed = (action: () => Promise<unknown>) => Promise<boolean>

/** The current password, asked for again: the server says whether it is right. */
export const passwordNeeded: Rule = (password) => (password ? undefined : 'Password is required')

/** Puts the server's field errors at the fields of the form; answers whether there was one. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): boolean {
  const errors = error instanceof ApiError ? error.errors : []
  const shown = errors.flatMap(({ field, message }) => {
    const name = fields.find((known) => known === field)
    return name ? [{ name, message }] : []
  })
  shown.forEach(({ name, message }, index) => {
    setError(name, { message }, { shouldFocus: index === 0 })
  })
  return shown.length > 0
}
