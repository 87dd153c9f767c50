import type { FieldError } from '../../endpoint.ts'
import { limits } from '../../limits.ts'
import { withoutInvisible } from '../core/plain-line.ts'
import type { Rule } from '../core/rule.ts'

/**
 * Excludes characters with a meaning in mail headers: `x<robin@example.org>` would reach another address. Only ASCII
 * before the @, because mail servers, languages and databases disagree on which other letters are equal.
 */
const emailPattern =
  /^[!#-'*+\-./0-9=?A-Z^-~]+@[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+\.[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+$/u
/** Many scripts write vowels as combining marks, so these count as letters too. */
const namePattern = /^\p{L}[\p{L}\p{M}]{2,15}(?: \p{L}[\p{L}\p{M}]{2,15})*$/u
const usernamePattern = /^[A-Za-z0-9_.]+$/
/** Names that are or may become paths of the site, or that suggest its staff. */
const reservedUsernames = new Set(
  'about admin administrator api auth help home login logout me moderator null official root settings signin signup support system undefined vireo www'.split(
    ' ',
  ),
)

export const isEmail = (value: string) => value.length <= limits.emailLength && emailPattern.test(value)
export const looksLikeEmail = (identifier: string) => identifier.includes('@')

export const identifierRule: Rule = (value) => {
  if (!value.trim()) return 'Username or Email is required'
  if (looksLikeEmail(value) && !isEmail(value.trim())) return 'Invalid email format'
}

export const signInPasswordRule: Rule = (value) => {
  if (!value) return 'Password is required'
  if (value.length < 6) return 'Password must be at least 6 characters '
}

export const fullnameRule: Rule = (value) => {
  const name = withoutInvisible(value).trim()
  if (!name) return 'Full name is required'
  if (!namePattern.test(name.normalize('NFC'))) return 'Invalid Name format'
}

export const usernameRule: Rule = (value) => {
  const name = value.trim()
  const { min, max } = limits.usernameLength
  if (!name) return 'Username is required'
  if (name.length < min || name.length > max || !usernamePattern.test(name))
    return `Username must be ${min} to ${max} letters, digits, _ or .`
  if (reservedUsernames.has(name.toLowerCase())) return 'This username is reserved'
}

export const emailRule: Rule = (value) => {
  if (!value.trim()) return 'Email is required'
  if (!isEmail(value.trim())) return 'Invalid email format'
}

export const otpRule: Rule = (value) => {
  if (!value) return 'OTP is required'
  if (!/^\d{6}$/.test(value)) return 'OTP must be 6 digits'
}

export const signUpPasswordRule: Rule = (value) => {
  const isStrong = value.length >= 8 && /\p{Lu}/u.test(value) && /\p{Ll}/u.test(value) && /\d/.test(value)
  if (!isStrong) return 'Must include upper, lower, number, and 8+ chars'
  return lengthRule(value)
}

export const resetPasswordRule: Rule = (value) => {
  const isStrong = value.length >= 8 && /\p{L}/u.test(value) && /\d/.test(value) && /[@$!%*?&]/.test(value)
  if (!isStrong) return 'Password must be at least 8 characters with a letter, a digit and one of @$!%*?&'
  return lengthRule(value)
}

/** The requirements of the rules above, shown before anything is wrong. */
export const nameHints = {
  fullname: 'Letters only, 3 to 16 in each word.',
  username: `${limits.usernameLength.min} to ${limits.usernameLength.max} letters, digits, _ or .`,
}
export const passwordHints = {
  signUp: 'At least 8 characters, with an upper-case letter, a lower-case letter and a digit.',
  reset: 'At least 8 characters, with a letter, a digit and one of @$!%*?&.',
  change: 'At least 6 characters.',
}

const lengthRule: Rule = (value) =>
  value.length > limits.passwordLength
    ? `Password must be at most ${limits.passwordLength} characters`
    : undefined

export const passwordsMatch = (password: string, confirm: string) =>
  password === confirm ? undefined : 'New password and confirm password do not match.'

export const changePasswordRule = (oldPassword: string, newPassword: string) => {
  if (oldPassword === newPassword) return 'New password must be different from current one'
  if (newPassword.length < 6) return 'Password must be at least 6 characters long.'
  return lengthRule(newPassword)
}

/** The errors of the fields whose rule returned a message, in the order given. */
export function collect(entries: [field: string, message: string | undefined][]): FieldError[] {
  return entries.flatMap(([field, message]) => (message ? [{ field, message }] : []))
}

/** The fields that are missing or blank, each with this message. */
export const missingFields = (
  body: Record<string, string | undefined>,
  fields: string[],
  message: string,
): FieldError[] => fields.filter((field) => !body[field]?.trim()).map((field) => ({ field, message }))
