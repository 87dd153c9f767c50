import { expect, test } from 'vitest'
import { textParts } from './text-parts.ts'

const found = (text: string, duration = 10_000) =>
  textParts(text, duration)
    .filter(({ type }) => type !== 'text')
    .map((part) => {
      if (part.type === 'time') return part.seconds
      if (part.type === 'tag') return `#${part.tag}`
      return part.type === 'mention' ? part.username : part.type === 'link' && part.href
    })

test('the parts together are the unchanged text', () => {
  const text = '  <b>1:23</b> & https://a.example/x?y=1&z=2.\n\n(www.b.example) 🐦 1:02:03 end '
  const parts = textParts(text, 10_000)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(textParts('')).toEqual([])
})

test.each([
  ['1:23 the first song', [83]],
  ['from 01:23 to 12:34, then 1:02:03.', [83, 754, 3723]],
  ['(0:00) start', [0]],
  ['0:05\n0:10\n', [5, 10]],
])('%j contains timestamps', (text, seconds) => {
  expect(found(text)).toEqual(seconds)
})

test.each(['1:2', '1:60', '16:9', '1:23:4', '2024-01-01T10:20:30', '1:23.5', 'a1:23', '12:34/56', '::1:23'])(
  '%j contains no timestamp',
  (text) => {
    expect(found(text)).toEqual([])
  },
)

test('a timestamp after the end of the video, or without a video, is plain text', () => {
  expect(found('0:59 1:00 1:01', 60)).toEqual([59, 60])
  expect(found('0:59', 0)).toEqual([])
})

test.each([
  ['see https://a.example/b.', ['https://a.example/b']],
  ['(https://a.example/b_(c)), "http://b.example"', ['https://a.example/b_(c)', 'http://b.example']],
  ['www.a.example!', ['https://www.a.example']],
  ['HTTPS://A.example/?q=ü', ['HTTPS://A.example/?q=ü']],
  ['https://a.example/1:23', ['https://a.example/1:23']],
])('%j contains links', (text, links) => {
  expect(found(text)).toEqual(links)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://a.example', 'a.example', 'https://', 'wwww.x'])(
  '%j contains no link',
  (text) => {
    expect(found(text)).toEqual([])
  },
)

test.each([
  ['@maya.r, hello', ['maya.r']],
  ['Hello @maya.', ['maya']],
  ['(@Maya_1) and @noah!', ['Maya_1', 'noah']],
  ['@maya\n@noah', ['maya', 'noah']],
])('%j contains mentions', (text, usernames) => {
  expect(found(text)).toEqual(usernames)
})

test.each([
  'maya@example.org',
  '@ab',
  '@ab.',
  '@maya@example.org',
  '@maya.r@example.org',
  'é@maya',
  `@${'x'.repeat(31)}`,
  '@@maya',
  '@é',
])('%j mentions nobody', (text) => {
  expect(found(text)).toEqual([])
})

test.each([
  ['#birds, #Bird_song!', ['#birds', '#Bird_song']],
  ['(#東京) #हिन्दी #зима #2024goals', ['#東京', '#हिन्दी', '#зима', '#2024goals']],
  ['#one#two', ['#one']],
  ['#one\n#two', ['#one', '#two']],
])('%j contains tags', (text, tags) => {
  expect(found(text)).toEqual(tags)
})

test.each(['#1', '#2024', '#', '# birds', '#_', 'C#major', 'a#b', '&#x27;', '##birds', 'a.example/#birds'])(
  '%j contains no tag',
  (text) => {
    expect(found(text)).toEqual([])
  },
)

test('a tag inside a link is part of the link', () => {
  expect(found('https://a.example/#birds')).toEqual(['https://a.example/#birds'])
})

test('a mention inside a link is part of the link', () => {
  expect(found('https://a.example/@maya')).toEqual(['https://a.example/@maya'])
})
