import type { Rule } from '../core/rule.ts'

export const passkeyLimits = {
  nameLength: 50,
  perPerson: 20,
  /** How long a challenge can be answered. */
  challengeSeconds: 5 * 60,
} as const

export const passkeyNameRule: Rule = (value) => {
  if (!value.trim()) return 'Name is required'
  if (value.trim().length > passkeyLimits.nameLength)
    return `Name must be at most ${passkeyLimits.nameLength} characters`
}
