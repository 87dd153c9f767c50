import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClipName, clip, playlistClip } from '../../../test/content/clips.ts'
import { runFfprobe } from '../run/run.ts'
import { guardedInput } from './accepted.ts'
import { probe } from './probe.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vireo-probe-'))
})
afterAll(() => rm(directory, { recursive: true }))

describe('probe', () => {
  it.each<[ClipName, object]>([
    [
      'landscape',
      { duration: 4, video: { width: 640, height: 360, codec: 'h264' }, audio: { codec: 'aac' } },
    ],
    ['portrait', { video: { width: 360, height: 640, rotation: 0 } }],
    ['rotated', { video: { width: 360, height: 640, rotation: 90, codedWidth: 640 } }],
    ['odd', { video: { width: 321, height: 241, codec: 'vp9' }, audio: null }],
    ['variableRate', { video: { isVariableFrameRate: true, frameRate: { num: 15, den: 1 } } }],
    ['hdr', { video: { isHdr: true, codec: 'hevc', pixelFormat: 'yuv420p10le' } }],
    ['anamorphic', { video: { width: 384, height: 288, codedWidth: 352 } }],
    ['interlaced', { video: { isInterlaced: true, codec: 'mpeg2video' } }],
    ['surround', { video: { index: 1 }, audio: { index: 0, codec: 'ac3', channels: 6 } }],
    ['webm', { container: 'matroska,webm', audio: { codec: 'opus' } }],
    ['lying', { duration: 4 }],
  ])('understands the clip %s', async (name, expected) => {
    expect(await probe(await clip(name))).toMatchObject(expected)
  })

  it('measures the duration of a recording that does not state it', async () => {
    expect((await probe(await clip('recording'))).duration).toBeCloseTo(2, 0)
  })

  it('accepts a single frame', async () => {
    expect((await probe(await clip('oneFrame'))).duration).toBeCloseTo(0.033, 2)
  })

  it.each<[ClipName, RegExp]>([
    ['audioOnly', /no video in it/],
    ['coverArt', /no video in it/],
    ['truncated', /incomplete/],
    ['empty', /empty/],
    ['noFrames', /no length/],
    ['gigantic', /8256 × 32/],
    ['minute', /8 × 8/],
    ['exoticCodec', /cinepak/],
    ['animatedGif', /not a video in a format we know/],
  ])('refuses the clip %s', async (name, message) => {
    const refusal = probe(await clip(name))
    await expect(refusal).rejects.toMatchObject({ name: 'RefusedMediaError' })
    await expect(refusal).rejects.toThrow(message)
  })

  it.each(['hello', '<html><video src="x.mp4"></video></html>', '\0\0\0\0\0\0\0\0'])(
    'refuses text or random bytes named like a video',
    async (text) => {
      const path = join(directory, 'rubbish.mp4')
      await writeFile(path, text)
      await expect(probe(path)).rejects.toThrow('This file is not a video in a format we know.')
    },
  )
})

describe('a playlist named like a video', () => {
  /** Opening a pipe without a writer blocks forever, so a quick answer proves that nothing opened it. */
  beforeAll(() => promisify(execFile)('mkfifo', [join(directory, 'pipe.mp4')]))

  it.each(['hls', 'concat'] as const)(
    '(%s) is refused without opening the file that it lists',
    async (kind) => {
      const path = await playlistClip(kind, 'pipe.mp4', directory)
      await expect(probe(path, { timeoutMs: 10_000 })).rejects.toThrow(
        'This file is a playlist, not a video.',
      )
      // Here only the whitelist can stop it, without the check of the first bytes.
      const guarded = runFfprobe(['-show_format', ...guardedInput(path, 'all')], { timeoutMs: 10_000 })
      await expect(guarded).rejects.toMatchObject({ failure: 'failed' })
      await expect(guarded).rejects.toThrow(/not on whitelist/)
    },
  )

  it('would make ffprobe open the file that it lists without this check', async () => {
    await copyFile(await clip('silent'), join(directory, 'secret.mp4'))
    const path = await playlistClip('concat', 'secret.mp4', directory)
    const { stdout } = await promisify(execFile)('ffprobe', ['-loglevel', 'error', '-show_streams', path])
    expect(stdout).toMatch(/codec_name=h264/)
  })
})
