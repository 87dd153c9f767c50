import { describe, expect, it } from 'vitest'
import { divide, rangeOf } from './parts.ts'

describe('a part', () => {
  it.each([
    ['2026', '2026-01-01T00', '2027-01-01T00'],
    ['202612', '2026-12-01T00', '2027-01-01T00'],
    ['20260228', '2026-02-28T00', '2026-03-01T00'],
    ['2026123123', '2026-12-31T23', '2027-01-01T00'],
  ])('%s is a year, month, day or hour', (part, from, to) => {
    expect(rangeOf(part)).toEqual({ from: new Date(`${from}:00:00Z`), to: new Date(`${to}:00:00Z`) })
  })

  it.each([
    '',
    '1',
    '20261',
    '202613',
    '202600',
    '20260230',
    '2026010124',
    '202601010000',
    '0001',
    '1999',
    '3000',
  ])('is not %j', (part) => {
    expect(rangeOf(part)).toBe(undefined)
  })
})

it('only parts with too many entries are divided', () => {
  const days = [
    { part: '20241231', count: 10 },
    { part: '20250101', count: 6 },
    { part: '20250131', count: 4 },
    { part: '20250201', count: 8 },
    { part: '20250202', count: 8 },
    { part: '20250301', count: 11 },
  ]
  expect(divide(days, 10)).toEqual({
    parts: ['2024', '202501', '20250201', '20250202'],
    crowdedDays: ['20250301'],
  })
})
