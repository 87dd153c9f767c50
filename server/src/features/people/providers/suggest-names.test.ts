import { limits, usernameRule } from '@vireo/contract'
import { describe, expect, it } from 'vitest'
import { toFullname, usernamesFor } from './suggest-names.ts'

const firstOf = (name: string) => usernamesFor(name).next().value

describe('usernames', () => {
  it.each([
    ['Wren Okafor', 'wren.okafor'],
    ['Zoë Ångström-Łuk', 'zoe.angstrom.luk'],
    ['Straße Æther', 'strasse.aether'],
    ['wren-okafor_7', 'wren.okafor_7'],
    ['  ..Dr. No..  ', 'dr.no'],
    ['İpek Işık', 'ipek.isik'],
  ])('suggested for %s begin with %s', (name, username) => {
    expect(firstOf(name)).toBe(username)
  })

  it.each(['Admin', 'Li', '佐藤', '', '🐦', 'x'.repeat(300), '\u202e\0<script>', 'a'.repeat(29)])(
    'suggested for %s are all allowed and different',
    (name) => {
      const all = [...usernamesFor(name)]
      expect(all.filter((username) => usernameRule(username))).toEqual([])
      expect(new Set(all).size).toBeGreaterThan(15)
      expect(Math.max(...all.map((username) => username.length))).toBeLessThanOrEqual(
        limits.usernameLength.max,
      )
    },
  )
})

describe('full names', () => {
  it.each([
    ["Anne-Marie O'Neil", "Anne-Marie O'Neil"],
    ['  Dr. No  (real) ', 'Dr No real'],
    ['أمل حداد', 'أمل حداد'],
    ['<b>Robin</b>', 'b Robin b'],
    ['🐦 42', ''],
    ['é'.repeat(80), 'é'.repeat(50)],
  ])('suggested for %s are %s', (name, fullname) => {
    expect(toFullname(name)).toBe(fullname)
  })
})
