import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ClipName, clip, clipSecrets } from '../../../test/content/clips.ts'
import { probe } from '../probe/probe.ts'
import type { SourceInfo } from '../probe/source-info.ts'
import { makeDownload, makePoster, makePreview, makeStoryboard } from './extras.ts'
import type { MediaFile } from './stream-set.ts'
import { makeLadder } from './transcode.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vireo-extras-'))
})
afterEach(() => rm(directory, { recursive: true }))

async function expectAnonymous(...files: MediaFile[]): Promise<void> {
  for (const file of files) {
    const bytes = await readFile(join(directory, file.name))
    expect(bytes.length).toBe(file.size)
    for (const secret of clipSecrets) expect(bytes.includes(secret)).toBe(false)
  }
}

/** Red, green and blue in the middle of a given part of a picture. */
async function colorAt(name: string, x: number, y: number): Promise<number[]> {
  const picture = sharp(await readFile(join(directory, name)))
  const { width, height } = await picture.metadata()
  const spot = { left: Math.floor(x * width), top: Math.floor(y * height), width: 1, height: 1 }
  return [...(await picture.extract(spot).removeAlpha().raw().toBuffer())]
}

describe('makePoster', () => {
  it.each<[ClipName, number, number]>([
    ['landscape', 640, 360],
    ['hdr', 320, 240],
    ['anamorphic', 384, 288],
    ['oneFrame', 320, 240],
    ['tiny', 64, 48],
    ['webm', 426, 240],
  ])('takes a still of the clip %s', async (name, width, height) => {
    const source = await clip(name)
    const poster = await makePoster(source, await probe(source), directory)
    await expectAnonymous(poster)
    expect(poster).toMatchObject({ name: 'poster.jpg', contentType: 'image/jpeg', width, height })
    expect(await sharp(await readFile(join(directory, poster.name))).metadata()).toMatchObject({
      width,
      height,
    })
  })

  it('rotates a sideways video upright and keeps its colours', async () => {
    const source = await clip('rotated')
    await makePoster(source, await probe(source), directory)
    // The test picture is red at its left and cyan at its right; turned, that is top and bottom.
    const [red = 0, green = 0, blue = 0] = await colorAt('poster.jpg', 0.1, 0.05)
    expect([red > 200, green < 60, blue < 60]).toEqual([true, true, true])
    const [red2 = 0, green2 = 0, blue2 = 0] = await colorAt('poster.jpg', 0.9, 0.97)
    expect([red2 < 60, green2 > 200, blue2 > 200]).toEqual([true, true, true])
  })

  it('takes a frame even if the container states a longer duration than the file has', async () => {
    const source = await clip('lying')
    const info = await probe(source)
    expect((await makePoster(source, { ...info, duration: 3600 }, directory)).size).toBeGreaterThan(1000)
  })
})

describe('from a rendition', () => {
  let made: string
  let path: string
  let info: SourceInfo
  beforeAll(async () => {
    made = await mkdtemp(join(tmpdir(), 'vireo-rendition-'))
    const source = await clip('landscape')
    const { renditions } = await makeLadder(source, await probe(source), made)
    path = join(made, renditions.at(-1)?.file ?? '')
    info = await probe(path)
  })
  afterAll(() => rm(made, { recursive: true }))

  it('makes a storyboard whose cues lie on its sheets', async () => {
    const { plan, files } = await makeStoryboard(path, info, directory)
    await expectAnonymous(...files)
    expect(plan).toMatchObject({ interval: 1, count: 4, tile: { width: 160, height: 90 } })
    expect(files.map((file) => file.name)).toEqual(['storyboard.vtt', 'storyboard-001.jpg'])
    expect(await readFile(join(directory, 'storyboard.vtt'), 'utf8')).toMatch(
      /00:00:03\.000 --> 00:00:04\.\d+\nstoryboard-001\.jpg#xywh=480,0,160,90\n$/,
    )
    expect(files[1]).toMatchObject({ name: 'storyboard-001.jpg', width: 800, height: 450 })
    // The fourth tile has a picture, the fifth is still black.
    expect(Math.max(...(await colorAt('storyboard-001.jpg', 0.62, 0.02)))).toBeGreaterThan(100)
    expect(Math.max(...(await colorAt('storyboard-001.jpg', 0.9, 0.02)))).toBeLessThan(30)
  })

  it('makes a small silent preview that starts at once', async () => {
    const preview = await makePreview(path, info, directory)
    await expectAnonymous(preview)
    const result = await probe(join(directory, preview.name))
    expect(result).toMatchObject({ audio: null, video: { codec: 'h264', height: 240 } })
    expect(result.duration).toBeCloseTo(4, 0)
    const bytes = await readFile(join(directory, preview.name))
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  })

  it('makes an ordinary MP4 to download', async () => {
    const download = await makeDownload(path, info, directory)
    await expectAnonymous(download)
    const bytes = await readFile(join(directory, download.name))
    expect([bytes.includes('moof'), bytes.indexOf('moov') < bytes.indexOf('mdat')]).toEqual([false, true])
    const result = await probe(join(directory, download.name))
    expect(result).toMatchObject({ audio: { codec: 'aac' }, video: { width: 426, height: 240 } })
    expect(result.duration).toBeCloseTo(4, 0)
  })
})
