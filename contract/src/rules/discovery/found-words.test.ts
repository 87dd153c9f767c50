import { expect, it } from 'vitest'
import { createExcerpts, excerptOf } from './found-words.ts'

/** The excerpt with the found words in brackets. */
const mark = (text: string, query: string) =>
  excerptOf(text, query)
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join('')

it.each([
  ['Rope bridges of Peru', 'peru rope', '[Rope] bridges of [Peru]'],
  ['Rope bridges of Peru', 'bri', 'Rope [bridges] of Peru'],
  ['Rope bridges of Peru', 'rop per', 'Rope bridges of [Peru]'],
  ['How to breathe', 'breathing', 'How to [breathe]'],
  ['Bread is not broth', 'breathing', 'Bread is not broth'],
  ['Crème brûlée, Große Straße', 'creme STRASSE', '[Crème] brûlée, Große [Straße]'],
  ['A lesson for the piano', 'lesson -piano', 'A [lesson] for the piano'],
  ['A lesson for the piano', 'lesson -"the piano"', 'A [lesson] for the piano'],
  ['Don’t stop', "don't", '[Don’t] stop'],
  ['東京タワーの夜景', '夜景', '東京タワーの[夜景]'],
  ['서울에서 먹은 김밥', '김밥', '서울에서 먹은 [김밥]'],
  ['機動戦士ガンダムとカント', 'ガンダム', '機動戦士[ガンダム]とカント'],
  ['でんしゃと電車'.normalize('NFD'), 'でんしゃ', '[でんしゃ]と電車'],
  ['カント', 'ガント', 'カント'],
  ['ที่น้ำตกใหญ่', 'น้ำตก', 'ที่[น้ำตก]ใหญ่'],
  ['two\n\nlines  here', 'lines', 'two [lines] here'],
  ['nothing', '', 'nothing'],
  ['', 'word', ''],
])('%j, searched for %j', (text, query, expected) => {
  expect(mark(text, query)).toBe(expected)
})

it('a long text is cut before the first found word, at the start of a word', () => {
  const text = `${'filler '.repeat(40)}volcanoes at length`
  const excerpt = mark(text, 'volcano')
  expect(excerpt).toMatch(/^… (filler ){8,10}\[volcanoes\] at length$/)
})

it.each([
  ['東京', '夜景'],
  ['𠮷野', '桜'],
  ['น้ำ', 'ช้าง'],
])('a long text without spaces is cut in the same way, here of %s', (filler, word) => {
  const excerpt = mark(`${filler.repeat(100)}${word}`, word)
  expect(excerpt).toMatch(new RegExp(`^… (${filler}){15,60}\\[${word}\\]$`))
})

/** A single excerpt. */
const excerptAround = (text: string, query: string, length: number) => createExcerpts(query)(text, length)

it('a long text is cut around the first found word, or to its beginning', () => {
  const text = `${'It starts with many other words. '.repeat(10)}A rope bridge in Peru. ${'And goes on. '.repeat(20)}`
  const around = excerptAround(text, 'bridges', 100)
  expect(around).toMatch(/^… .{40,70}A rope bridge in Peru\. .*…$/)
  expect(around.length).toBeLessThanOrEqual(104)
  expect(excerptAround(text, '', 20)).toBe('It starts with many…')
  expect(excerptAround('Short\ntext', 'text', 20)).toBe('Short\ntext')
  expect(excerptAround(`${'a'.repeat(19)}😀 and more`, '', 20), 'no half letter').toBe(`${'a'.repeat(19)}…`)
})
