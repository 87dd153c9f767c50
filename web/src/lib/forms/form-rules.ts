import { limits, type Rule } from '@vireo/contract'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { ApiError } from '../api-client.ts'

/**
 * Validates on blur first, then on every change. Errors appear with a delay: at once, they would move the link or
 * button that is being clicked.
 */
export const formTiming = { mode: 'onTouched', delayError: 200 } as const

/** A rule of the contract as an option for react-hook-form's register. */
export function validateWith(rule: Rule) {
  return { validate: (value: string) => rule(value) ?? true }
}

export const otpHint = `The code expires in ${limits.otpLifetimeSeconds / 60} minutes.`

/** Runs a call that may need a confirmation of the person's identity; false if they cancelled it. See useConfirmed. */
export type RunConfirmed = (action: () => Promise<unknown>) => Promise<boolean>

/** For a field with the current password, which the server checks. */
export const passwordRequired: Rule = (password) => (password ? undefined : 'Password is required')

/** Shows the server's field errors on the form's fields; returns whether there were any. */
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
