import fc from 'fast-check'
import { expect, it } from 'vitest'
import { limits } from '../limits.ts'
import { readCaptions, toVtt } from './read-captions.ts'

const lines = fc.oneof(
  fc.constantFrom(
    'WEBVTT',
    '',
    '1',
    'NOTE a comment',
    'STYLE',
    '00:00:01.000 --> 00:00:02.000',
    '00:01,5 --> 00:02,75 align:start position:10%',
    '-00:01 --> 00:02',
    '99:59:59,999 --> 9999:00:00.000',
    '-->',
    '<b>bold</b> &lt;script&gt; &#x110000;',
    '<script>',
    `{\\an8}${'<b>'.repeat(300)}`,
    '<v Robin><c.loud.x>Hello</c>',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom('<', '>', '-', '&', '#', ':', '0', '1', ' ', '\t', '{', '\\', '/', 'b'),
  }),
)
const text = fc
  .tuple(fc.array(lines, { maxLength: 60 }), fc.constantFrom('\n', '\r\n', '\r'))
  .map(([all, end]) => new TextEncoder().encode(all.join(end).toWellFormed()))
const file = fc.oneof(text, fc.uint8Array({ maxLength: 3000 }))
const options = fc.record({
  language: fc.option(fc.constantFrom('de', 'ja', 'zh-TW', 'xx', ''), { nil: undefined }),
  duration: fc.option(fc.integer({ min: 1, max: 40_000 }), { nil: undefined }),
})

it('any file is read or refused with a sentence, and what is read is a valid file of bounded size', () => {
  fc.assert(
    fc.property(file, options, (bytes, how) => {
      const read = readCaptions(bytes, how)
      if (read.problem !== undefined) {
        expect(read.problem).toMatch(/^.{10,200}$/u)
        return
      }
      expect(read.cues.length).toBeLessThanOrEqual(limits.captionCues)
      const vtt = new TextEncoder().encode(toVtt(read.cues))
      // Escaping a letter takes five bytes at most, and the times of a cue less than 200.
      expect(vtt.length).toBeLessThan(bytes.length * 6 + read.cues.length * 200 + 100)
      // Written and read again they are the same: nothing in a text can become a cue, a tag or a comment.
      const again = readCaptions(vtt, how)
      expect(again).toMatchObject({ cues: read.cues.map(({ start, end, text }) => ({ start, end, text })) })
    }),
    { numRuns: 2000, endOnFailure: true },
  )
})

it('large files of one repeated piece take no more than linear time', () => {
  const pieces = [
    '-->',
    '<',
    '<script>',
    '&',
    '{\\',
    '1\n',
    '\n\n',
    '<b>',
    '00:01 --> 00:02\nx\n\n',
    ' ',
    '0',
    '<c.',
    '\r',
  ]
  for (const piece of pieces) {
    const bytes = new TextEncoder().encode(`00:01 --> 00:02\n${piece.repeat(400_000 / piece.length)}`)
    const before = process.cpuUsage()
    readCaptions(bytes)
    // Some hundredths of a second; quadratic time would take minutes.
    expect(process.cpuUsage(before).user / 1e6, JSON.stringify(piece)).toBeLessThan(5)
  }
})
