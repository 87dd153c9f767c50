import { describe, expect, it } from 'vitest'
import { escapeVtt, makeLabelsUnique, readCaptionStreams } from './captions-text.ts'

const stream = (language?: string, title?: string, codec_name = 'subrip') => ({
  index: 2,
  codec_name,
  tags: { ...(language && { language }), ...(title && { title }) },
})
const read = (...streams: Parameters<typeof readCaptionStreams>[0]) =>
  readCaptionStreams(streams).map(({ language, label }) => [language, label])

describe('the caption streams of a source', () => {
  it('have a language tag for browsers and a label for people', () => {
    expect(read(stream('eng'), stream('ger'), stream('fre', 'Sous-titres'), stream('pt-BR'))).toEqual([
      ['en', 'English'],
      ['de', 'German'],
      ['fr', 'Sous-titres'],
      ['pt-BR', 'Brazilian Portuguese'],
    ])
  })

  it.each([undefined, 'und', '', 'no language at all', 'x'.repeat(1e5)])(
    'have a generic label if their language is unknown: %.20s',
    (language) => {
      expect(read(stream(language))).toEqual([['und', 'Captions']])
    },
  )

  it.each(['en-x-foo', 'en-u-ca-buddhist', 'en-t-fr'])(
    'are labelled by the base language of %s',
    (language) => {
      expect(read(stream(language))).toEqual([[language, 'English']])
    },
  )

  it('have labels of limited length without line breaks', () => {
    const [[, label = ''] = []] = read(stream('eng', ` a\n\tb ${'😀'.repeat(500)}`))
    expect(label).toMatch(/^a b 😀+$/u)
    expect([...label]).toHaveLength(60)
  })

  it('have labels without half characters', () => {
    const titles = [`${' '.repeat(239)}😀`, `a${'😀'.repeat(58)}\ud83d`]
    const labels = read(...titles.map((title) => stream('eng', title))).map(([, label]) => label)
    expect(labels).toEqual(['😀', `a${'😀'.repeat(58)}\ufffd`])
  })

  it('are at most ten, without bitmap subtitles', () => {
    expect(read(stream('eng', undefined, 'dvd_subtitle'), stream('ger'))).toEqual([['de', 'German']])
    expect(readCaptionStreams(Array.from({ length: 40 }, () => stream()))).toHaveLength(10)
  })

  it.each([
    [
      ['English', 'German', 'English', 'English'],
      ['English', 'German', 'English 2', 'English 3'],
    ],
    [
      ['English', 'English', 'English 2', 'English 2', 'English'],
      ['English', 'English 3', 'English 2', 'English 2 2', 'English 4'],
    ],
  ])('get unique labels: %j', (labels, apart) => {
    expect(makeLabelsUnique(labels.map((label) => ({ label }))).map(({ label }) => label)).toEqual(apart)
  })
})

describe('escapeVtt', () => {
  it('escapes the text but keeps its formatting tags', () => {
    const vtt = 'WEBVTT\n\n00:00.200 --> 00:01.000\n<i>1</i> < 2 & <c>3 &amp; <3\n'
    expect(escapeVtt(vtt)).toBe(
      'WEBVTT\n\n00:00.200 --> 00:01.000\n<i>1</i> &lt; 2 &amp; &lt;c>3 &amp; &lt;3\n',
    )
  })

  it('escapes arrows in the text, even in a line that looks like a timing', () => {
    const text = (arrow: string) => `a ${arrow} b${arrow}\n00:01.000 ${arrow} 00:02.000\n01:00.000 ${arrow} c`
    const vtt = (arrow: string) =>
      `WEBVTT\n\n00:00.200 --> 00:01.000\n${text(arrow)}\n\n01:00:01.000 --> 01:00:02.000\n${arrow}\n`
    expect(escapeVtt(vtt('-->'))).toBe(vtt('--&gt;'))
    expect(escapeVtt('WEBVTT\n\n00:00.200 --> 00:01.000\na\n\n00:01.000 --> b\n')).toBe(
      'WEBVTT\n\n00:00.200 --> 00:01.000\na\n00:01.000 --&gt; b\n',
    )
  })

  it('removes empty lines within a cue', () => {
    const vtt = 'WEBVTT\n\n00:00.200 --> 00:01.000\nTop\n\n\nbottom\n\n01:00:01.000 --> 01:00:02.000\nNext\n'
    expect(escapeVtt(vtt)).toBe(
      'WEBVTT\n\n00:00.200 --> 00:01.000\nTop\nbottom\n\n01:00:01.000 --> 01:00:02.000\nNext\n',
    )
  })
})
