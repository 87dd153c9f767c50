import { describe, expect, it } from 'vitest'
import type { Rule } from '../core/rule.ts'
import {
  changePasswordRule,
  collect,
  emailRule,
  fullnameRule,
  identifierRule,
  otpRule,
  passwordsMatch,
  resetPasswordRule,
  signInPasswordRule,
  signUpPasswordRule,
  usernameRule,
} from './accounts.ts'

type Cases = [value: string, message: string | undefined][]
const fine = undefined

function check(rule: Rule, cases: Cases) {
  it.each(cases)('the message for %j is %s', (value, message) => {
    expect(rule(value)).toBe(message)
  })
}

describe('the identifier at sign-in', () => {
  check(identifierRule, [
    ['', 'Username or Email is required'],
    ['   ', 'Username or Email is required'],
    ['robin', fine],
    ['robin@', 'Invalid email format'],
    ['@robin', 'Invalid email format'],
    ['robin@example.org', fine],
    [' robin@example.org ', fine],
  ])
})

describe('the password at sign-in', () => {
  check(signInPasswordRule, [
    ['', 'Password is required'],
    ['12345', 'Password must be at least 6 characters '],
    ['123456', fine],
  ])
})

describe('a full name', () => {
  check(fullnameRule, [
    ['', 'Full name is required'],
    ['  ', 'Full name is required'],
    ['Ana', fine],
    ['Robin Reed', fine],
    [' Robin Reed ', fine],
    ['Abcdefghijklmnop', fine],
    ['Abcdefghijklmnopq', 'Invalid Name format'],
    ['Al', 'Invalid Name format'],
    ['Robin Al', 'Invalid Name format'],
    ['Robin  Reed', 'Invalid Name format'],
    ['Robin7', 'Invalid Name format'],
    ["O'Neill", 'Invalid Name format'],
    ['Robin_Reed', 'Invalid Name format'],
    ['Robin\nReed', 'Invalid Name format'],
    ['Inês Kovač', fine],
    ['Inês', fine],
    ['أمل حداد', fine],
    ['मोहनदास गांधी', fine],
    ['সৌমেন রায়', fine],
    ['김민수', fine],
    ['Ωμέγα', fine],
    ['🐦🐦🐦', 'Invalid Name format'],
  ])
})

describe('a username', () => {
  const format = 'Username must be 3 to 30 letters, digits, _ or .'
  check(usernameRule, [
    ['', 'Username is required'],
    ['  ', 'Username is required'],
    ['ab', format],
    ['abc', fine],
    ['a'.repeat(30), fine],
    ['a'.repeat(31), format],
    ['Robin_Reed.7', fine],
    ['robin-reed', format],
    ['robin reed', format],
    ['röbin', format],
    ['robin/reed', format],
    ['admin', 'This username is reserved'],
    ['ADMIN', 'This username is reserved'],
    ['Settings', 'This username is reserved'],
    ['api', 'This username is reserved'],
    ['admiral', fine],
  ])
})

describe('an e-mail address', () => {
  check(emailRule, [
    ['', 'Email is required'],
    ['  ', 'Email is required'],
    ['robin', 'Invalid email format'],
    ['robin@example', 'Invalid email format'],
    ['robin@@example.org', 'Invalid email format'],
    ['robin reed@example.org', 'Invalid email format'],
    ['robin@example.org', fine],
    [' Robin.Reed+vireo@Example.org ', fine],
    ['robin@пример.рф', fine],
    ["o'neill.{x}!#$%&*+-/=?^_`|~@example.org", fine],
    // Outside ASCII: some programs treat İ and K (the Kelvin sign) as i and k, others do not.
    ['vİctim@example.org', 'Invalid email format'],
    ['\u212Aevin@example.org', 'Invalid email format'],
    ['робин@пример.рф', 'Invalid email format'],
    // Mail programs would read these as another address, or as several.
    ['x<robin@example.org>', 'Invalid email format'],
    ['x,robin@example.org', 'Invalid email format'],
    ['x;robin@example.org', 'Invalid email format'],
    ['x:robin@example.org;', 'Invalid email format'],
    ['"robin"@example.org', 'Invalid email format'],
    ['(x)robin@example.org', 'Invalid email format'],
    ['robin@[127.0.0.1]', 'Invalid email format'],
    ['robin\u0000@example.org', 'Invalid email format'],
    ['robin\u007f@example.org', 'Invalid email format'],
    ['robin\\@example.org', 'Invalid email format'],
    [`${'r'.repeat(242)}@example.org`, fine],
    [`${'r'.repeat(243)}@example.org`, 'Invalid email format'],
  ])
})

describe('a code', () => {
  check(otpRule, [
    ['', 'OTP is required'],
    ['12345', 'OTP must be 6 digits'],
    ['1234567', 'OTP must be 6 digits'],
    ['12345a', 'OTP must be 6 digits'],
    ['１２３４５６', 'OTP must be 6 digits'],
    ['123456\n', 'OTP must be 6 digits'],
    ['012345', fine],
  ])
})

describe('a password at sign-up', () => {
  const weak = 'Must include upper, lower, number, and 8+ chars'
  check(signUpPasswordRule, [
    ['', weak],
    ['Short77', weak],
    ['songbird7', weak],
    ['SONGBIRD7', weak],
    ['Songbirds', weak],
    ['Songbird7', fine],
    ['Ünerhört7', fine],
    [`Aa1${'x'.repeat(197)}`, fine],
    [`Aa1${'x'.repeat(198)}`, 'Password must be at most 200 characters'],
  ])
})

describe('a password at reset', () => {
  const weak = 'Password must be at least 8 characters with a letter, a digit and one of @$!%*?&'
  check(resetPasswordRule, [
    ['', weak],
    ['song7!a', weak],
    ['songbird7', weak],
    ['songbird!', weak],
    ['12345678!', weak],
    ['songbird7#', weak],
    ...[...'@$!%*?&'].map((sign): Cases[number] => [`songbird7${sign}`, fine]),
    [`a1!${'x'.repeat(198)}`, 'Password must be at most 200 characters'],
  ])
})

describe('a change of password', () => {
  it.each([
    ['Songbird7', 'Songbird7', 'New password must be different from current one'],
    ['Songbird7', 'short', 'Password must be at least 6 characters long.'],
    ['Songbird7', 'sixsix', fine],
    ['Songbird7', 'x'.repeat(201), 'Password must be at most 200 characters'],
  ])('from %j to %j says %s', (oldPassword, newPassword, message) => {
    expect(changePasswordRule(oldPassword, newPassword)).toBe(message)
  })

  it('requires the new password to be typed twice', () => {
    expect(passwordsMatch('Songbird7', 'Songbird7')).toBe(undefined)
    expect(passwordsMatch('Songbird7', 'songbird7')).toBe('New password and confirm password do not match.')
  })
})

it('the messages of failed rules are collected in the order of the rules', () => {
  expect(
    collect([
      ['a', 'first'],
      ['b', undefined],
      ['c', 'second'],
    ]),
  ).toEqual([
    { field: 'a', message: 'first' },
    { field: 'c', message: 'second' },
  ])
})
