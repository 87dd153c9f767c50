import { describe, expect, it } from 'vitest'
import { limits } from '../limits.ts'
import { toPlainText } from './cue-text.ts'
import { readCaptions, toVtt } from './read-captions.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, isBigEndian: boolean, mark = '\ufeff') => {
  const view = new DataView(new ArrayBuffer((mark.length + text.length) * 2))
  const codes = `${mark}${text}`.split('').map((letter) => letter.charCodeAt(0))
  for (const [i, code] of codes.entries()) view.setUint16(i * 2, code, !isBigEndian)
  return new Uint8Array(view.buffer)
}
const bytesOf = (...letters: (string | number)[]) =>
  new Uint8Array(
    letters.flatMap((part) => (typeof part === 'number' ? [part] : Array.from(part, (c) => c.charCodeAt(0)))),
  )

const read = (file: string | Uint8Array, options = {}) => {
  const { problem, ...result } = readCaptions(typeof file === 'string' ? utf8(file) : file, options)
  return problem ?? ('cues' in result ? result.cues : [])
}
/** The texts of a file's cues, or its problem. */
const textsOf = (file: string | Uint8Array, options = {}) => {
  const cues = read(file, options)
  return typeof cues === 'string' ? cues : cues.map(({ text }) => text)
}
const srt = (text: string) => `1\n00:00:01,000 --> 00:00:02,500\n${text}\n`

describe('a caption file', () => {
  it('in WebVTT is read without its comments, styles, regions and names of cues', () => {
    const vtt = `WEBVTT - English
Kind: captions

NOTE made by hand
on two lines

STYLE
::cue { background: url(https://example.org/track) }

REGION
id:top

intro
00:01.000 --> 00:02.500 line:0 position:20%,line-left region:top onload:alert(1)
Hello

1:00:03.000 --> 1:00:04.000
Two
lines
`
    expect(read(vtt)).toEqual([
      { start: 1000, end: 2500, settings: 'line:0 position:20%,line-left', text: 'Hello', line: 14 },
      { start: 3603000, end: 3604000, settings: '', text: 'Two\nlines', line: 17 },
    ])
  })

  it('in SubRip is read with any line ends, numbers or none, and empty lines within a text', () => {
    const file =
      '\r\n1\r\n00:00:01,000 --> 00:00:02,500\r\nTop\r\n\r\nbottom\r\n2\r\n00:00:3,5 --> 0:00:04.000 X1:40\r\nNext\r\n\r\n00:05 --> 00:06\r\nLast\r\n\r\n4\r\n'
    expect(textsOf(file)).toEqual(['Top\nbottom', 'Next', 'Last'])
    expect(textsOf(file.replaceAll('\r\n', '\r'))).toEqual(['Top\nbottom', 'Next', 'Last'])
    expect(textsOf('1\n00:01 --> 00:02\nA\n2\n00:02 --> 00:03\n7\n3\n00:03 --> 00:04\nB')).toEqual([
      'A',
      '7',
      'B',
    ])
  })

  it('is written as WebVTT, in the order of time, up to the end of the video', () => {
    const file =
      '1\n00:00:05,0 --> 00:00:09,0\nB\n\n2\n0:01 --> 0:02\nA\n\n3\n0:08 --> 0:09\nC\n\n4\n0:03 --> 0:03\nD'
    const { cues = [] } = readCaptions(utf8(file), { duration: 6.5 }) as { cues?: never[] }
    expect(toVtt(cues)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nA\n\n00:00:05.000 --> 00:00:06.500\nB\n',
    )
    expect(textsOf(toVtt(cues))).toEqual(['A', 'B'])
  })

  it.each([
    ['UTF-8 with a byte order mark', utf8(`\ufeff${srt('Grüße 😀')}`)],
    ['UTF-16, little end first', utf16(srt('Grüße 😀'), false)],
    ['UTF-16, big end first', utf16(srt('Grüße 😀'), true)],
    ['UTF-16 without a byte order mark', utf16(srt('Grüße 😀'), false, '')],
  ])('is read in %s', (_encoding, bytes) => {
    expect(textsOf(bytes)).toEqual(['Grüße 😀'])
  })

  it('in an old Windows encoding is read in the encoding of its language', () => {
    const times = '00:01 --> 00:02\n'
    expect(textsOf(bytesOf(times, 'Gr', 0xfc, 0xdf, 'e ', 0x80), { language: 'de' })).toEqual(['Grüße €'])
    expect(textsOf(bytesOf(times, 0xcf, 0xf0, 0xe8), { language: 'ru' })).toEqual(['При'])
    expect(textsOf(bytesOf(times, 0xa7, 0xda), { language: 'zh-Hant' })).toEqual(['我'])
  })

  it.each([
    ['binary data', new Uint8Array([0x1a, 0x45, 0, 0, 0xff, 0, 0, 1]), 'This is not a text file.'],
    ['a web page', utf8('\n<!doctype html><p>1</p>'), 'This is a web page or an XML file.'],
    ['another kind of text', utf8('Dear all,\n\nhello'), 'Line 1: Expected times such as'],
    ['empty', utf8('WEBVTT\n\nNOTE nothing'), 'There are no captions in this file.'],
    ['without texts', utf8(srt('<script>alert(1)</script>')), 'There are no captions in this file.'],
  ])('that is %s is refused', (_kind, bytes, problem) => {
    expect(textsOf(bytes)).toContain(problem)
  })

  it.each([
    ['a time that is none', 'WEBVTT\n\n00:01.000 --> 00:61.000\nHello', 'Line 3: “00:61.000” is not a time'],
    ['words for times', `${srt('A')}\n2\nnow --> later\nB`, 'Line 6: “now” is not a time'],
    ['a wrong arrow', `${srt('A')}\n2\n00:00:03,000 -> 00:00:04,000\nB`, 'Line 6: Expected times such as'],
    ['a cue without times', 'WEBVTT\n\nintro\nHello', 'Line 3: Expected times such as'],
    ['a negative time', srt('A').replace('00:00:01', '-00:00:01'), 'Line 2: The time is negative'],
    [
      'an end before the start',
      srt('A').replace('02,5', '00,5'),
      'Line 2: The caption ends before it begins',
    ],
    ['a text without end', srt('a'.repeat(2001)), 'Line 2: The caption is longer than 2000 characters'],
    [
      'a text without end, in which every second line is empty',
      srt(`${'x\n\n'.repeat(1_000_000)}2\n0:03 -> 0:04\nB`),
      'Line 2: The caption is longer than 2000 characters',
    ],
    ['too many at once', srt('A').repeat(21), 'Line 62: More than 20 captions are shown at the same time'],
  ])('with %s is refused with the number of the line', (_what, file, problem) => {
    expect(textsOf(file)).toContain(problem)
  })

  it('with very many captions is refused, and so is one for a longer video', () => {
    const cue = (i: number) => `${i}:00:00 --> ${i}:00:01\nA\n\n`
    expect(textsOf(cue(1).repeat(limits.captionCues + 1))).toBe(
      'There are more than 50000 captions in this file.',
    )
    expect(textsOf('0:00-->0:01\n'.repeat(300_000)), 'without empty lines between them').toBe(
      'There are more than 50000 captions in this file.',
    )
    expect(textsOf(cue(1) + cue(2), { duration: 60 })).toBe('All captions begin after the end of the video.')
  })

  it.each([
    [
      '<b>Bold</b>, <I>italic</I> and <u class="x">underlined</u>',
      '<b>Bold</b>, <i>italic</i> and <u>underlined</u>',
    ],
    ['<v Bob><c.red>Hi</c></v> <00:01.500>there <font color="red">you</font>', 'Hi there you'],
    ['a<script src=x>alert("1")</script>b<style>*{}</style>c<img src=x onerror=y>d<script>e', 'abcd'],
    ['{\\an8}2 < 3 & 4 > 3 <3', '2 &lt; 3 &amp; 4 &gt; 3 &lt;3'],
    ['&lt;b&gt; &amp;amp; &#39;&quot;&#x3c; &nothing; &#0;', '&lt;b&gt; &amp;amp; \'"&lt; &amp;nothing;'],
    ['a --> b\u0007\u0000'.replace('\u0000', '\u001b'), 'a --&gt; b'],
  ])('keeps only the text and basic tags of %j', (text, clean) => {
    expect(textsOf(srt(text))).toEqual([clean])
  })

  it('has texts that people can read without tags', () => {
    expect(toPlainText('<i>1 &lt; 2</i> &amp;amp;\n&quot;3&quot;')).toBe('1 < 2 &amp;\n"3"')
  })
})
