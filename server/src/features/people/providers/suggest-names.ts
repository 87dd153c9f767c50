import { randomInt } from 'node:crypto'
import { limits, plainLine, usernameRule } from '@vireo/contract'

/** Letters that Unicode does not decompose into a plain letter and a mark. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const tries = 20
const longestFullname = 50

/** Usernames to try for a person of this name, best first; later ones end with more and more digits. */
export function* usernamesFor(name: string): Generator<string> {
  const base = toUsername(name) || 'user'
  if (!usernameRule(base)) yield base
  for (let i = 0; i < tries; i++) {
    const length = Math.min(8, 2 + Math.floor(i / 3))
    const digits = randomInt(10 ** (length - 1), 10 ** length)
    yield `${base.slice(0, limits.usernameLength.max - length)}${digits}`
  }
}

/** 'Zoë Ångström-Łuk' becomes 'zoe.angstrom.luk'. */
function toUsername(name: string): string {
  return name
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s\-–—.]+/g, '.')
    .replace(/[^a-z0-9_.]/g, '')
    .slice(0, limits.usernameLength.max)
    .replace(/^\.+|\.+$/g, '')
}

/** A name to show: its letters, marks, blanks, apostrophes and hyphens. May be empty. */
export function toFullname(name: string): string {
  const clean = plainLine(name)
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}'’\- ]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
  return [...clean].slice(0, longestFullname).join('').trim()
}
