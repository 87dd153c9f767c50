import { expect, it } from 'vitest'
import { lineAt, toLines } from './transcript-lines.ts'

const vtt =
  'WEBVTT\n\n00:04.000 --> 00:05.000\nB &lt; <i>C</i>\nÉté\n\n00:01.000 --> 00:02.000\nA\n\n00:06.000 --> 00:07.000\n<b></b>\n'

it('a transcript has a line for each caption, in the order of time, without tags', () => {
  expect(toLines(vtt)).toEqual([
    { start: 1, text: 'A', folded: 'a' },
    { start: 4, text: 'B < C Été', folded: 'b < c ete' },
  ])
})

it('the current line is the last one that has begun', () => {
  const lines = toLines(vtt)
  expect([0, 1, 3.9, 4, 99].map((seconds) => lineAt(lines, seconds))).toEqual([-1, 0, 0, 1, 1])
  expect(lineAt([], 1)).toBe(-1)
})
