import { describe, expect, test } from 'vitest'
import { chaptersOf, clockSeconds } from './chapters.ts'

const titlesOf = (lines: string[], duration = 7200) =>
  chaptersOf(lines.join('\n'), duration).map(({ title }) => title)

test.each([
  ['0:05', 5],
  ['12:34', 754],
  ['1:02:03', 3723],
  ['0:60', undefined],
  ['5', undefined],
  ['', undefined],
])('the time %j has %s seconds', (text, seconds) => {
  expect(clockSeconds(text)).toBe(seconds)
})

describe('chapters of a video', () => {
  test('are the lines of its description that begin with a timestamp', () => {
    const lines = [
      'My trip, at 3:00 it rains',
      '0:00 Intro',
      '',
      '1:30 The lake',
      '1:02:03 Home again\r',
      'Thanks',
    ]
    expect(chaptersOf(lines.join('\n'), 7200)).toEqual([
      { start: 0, title: 'Intro' },
      { start: 90, title: 'The lake' },
      { start: 3723, title: 'Home again' },
    ])
  })

  test('can be written as a list, in brackets and with separators', () => {
    expect(titlesOf(['- 00:00 - One', '• (00:20) Two', '[0:40]: Three: the end', '1:00 | Four'])).toEqual([
      'One',
      'Two',
      'Three: the end',
      'Four',
    ])
    expect(titlesOf(['0:00: One', '0:20 - 0:40 Two', '[0:40–1:00] Three', '1:00:00: Four'])).toEqual([
      'One',
      'Two',
      'Three',
      'Four',
    ])
  })

  test.each([
    ['are fewer than three', ['0:00 One', '0:20 Two']],
    ['do not begin at 0:00', ['0:01 One', '0:20 Two', '0:40 Three']],
    ['are out of order', ['0:00 One', '0:40 Two', '0:20 Three']],
    ['are shorter than ten seconds', ['0:00 One', '0:09 Two', '0:40 Three']],
    ['end less than ten seconds before the video', ['0:00 One', '0:20 Two', '0:51 Three']],
    ['have no title', ['0:00', '0:20 -', '0:40 Three']],
  ])('do not exist if they %s', (_, lines) => {
    expect(titlesOf(lines, 60)).toEqual([])
  })
})
