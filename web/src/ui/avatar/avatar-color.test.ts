import { expect, test } from 'vitest'
import { avatarColor, avatarColors, avatarLetter } from './avatar-color.ts'

test.each(avatarColors)(
  'white letters on %s are readable (AA), and it stands out from the dark page',
  (color) => {
    expect(contrast(color, '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(color, '#1c2621')).toBeGreaterThanOrEqual(2.5)
  },
)

test('a name has the same colour in upper and lower case', () => {
  expect(avatarColor('Ada Lovelace')).toBe(avatarColor(' ada lovelace'))
})

test('the letter is the first user-perceived character', () => {
  expect(avatarLetter(' ada')).toBe('A')
  expect(avatarLetter('e\u0301mile')).toBe('E\u0301')
  expect(avatarLetter('👩‍🎤 Bowie')).toBe('👩‍🎤')
  expect(avatarLetter('  ')).toBe('?')
})

function contrast(a: string, b: string) {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

function luminance(hex: string) {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
