import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ClipName, clip } from '../../../test/content/clips.ts'
import { probe } from '../probe/probe.ts'
import { makeCaptions } from './captions.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vireo-captions-'))
})
afterEach(() => rm(directory, { recursive: true }))

async function make(name: ClipName) {
  const source = await clip(name)
  return makeCaptions(source, await probe(source), directory)
}
const textOf = (name = '') => readFile(join(directory, name), 'utf8')

it.each<[ClipName, string]>([
  ['captionsMp4', 'German'],
  ['captionsMkv', 'Deutsch (für alle)'],
])('each caption language of the clip %s becomes a WebVTT file', async (name, second) => {
  const captions = await make(name)
  expect(captions.map(({ language, label }) => [language, label])).toEqual([
    ['en', 'English'],
    ['de', second],
  ])
  expect(captions[0]?.file).toMatchObject({
    name: expect.stringMatching(/^captions-\d+\.vtt$/),
    contentType: 'text/vtt',
  })
  expect(await textOf(captions[0]?.file.name)).toBe(
    'WEBVTT\n\n00:00.200 --> 00:01.500\nGood morning &amp; <i>hello</i>\n\n00:01.500 --> 00:02.900\n2 &lt; 3\n',
  )
  expect(await textOf(captions[1]?.file.name)).toContain('\nZwei Zeilen\nauf einmal\n')
})

it('a stream that cannot be read is left out', async () => {
  expect((await make('brokenCaptions')).map(({ label }) => label)).toEqual(['English'])
})

it('a stream that never ends is left out and does not affect the others', async () => {
  const source = join(directory, 'long.mkv')
  const long = join(directory, 'long.srt')
  const cue = (_: unknown, index: number) => {
    const at = (ms: number) => `00:00:${String(Math.floor(ms / 1000)).padStart(2, '0')},${ms % 1000}`
    return `${index + 1}\n${at(100 + index)} --> ${at(101 + index)}\n${'A very long line. '.repeat(60)}\n`
  }
  await writeFile(long, Array.from({ length: 2100 }, cue).join('\n'))
  const inputs = ['-i', await clip('captionsMkv'), '-i', long]
  const args = [...inputs, '-map', '0', '-map', '1', '-c', 'copy', '-c:s', 'srt', source]
  await promisify(execFile)('ffmpeg', ['-loglevel', 'error', ...args])
  const captions = await makeCaptions(source, await probe(source), directory)
  expect(captions.map(({ language }) => language)).toEqual(['en', 'de'])
})

it('a video without captions has none', async () => {
  expect(await make('tiny')).toEqual([])
})
