import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ClipName, clip, clipSecrets } from '../../../test/content/clips.ts'
import { patiently } from '../../../test/patience.ts'
import { descendantsOf } from '../../../test/programs/processes.ts'
import { probe } from '../probe/probe.ts'
import { runFfmpeg } from '../run/run.ts'
import { ladderCommand } from './commands/command.ts'
import { planLadder } from './ladder.ts'
import type { Rendition, StreamSet } from './stream-set.ts'
import { makeLadder, makePlayable } from './transcode.ts'

const run = promisify(execFile)
let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vireo-transcode-'))
})
afterEach(() => rm(directory, { recursive: true }))

interface Packet {
  stream_index: number
  pts_time: string
  flags: string
  pos: string
}

async function packetsOf(file: string): Promise<Packet[]> {
  const entries = ['-show_entries', 'packet=stream_index,pts_time,flags,pos', '-of', 'json']
  const { stdout } = await run('ffprobe', ['-v', 'error', ...entries, join(directory, file)])
  return JSON.parse(stdout).packets
}

/** The start times of the segments of a stream (0 is video, 1 is sound). */
async function segmentStarts(rendition: Rendition, stream: number, flag = ''): Promise<string[]> {
  const packets = await packetsOf(rendition.file)
  const ranges = readRanges(await readFile(join(directory, rendition.playlist), 'utf8'))
  return ranges.map(({ start, end }) => {
    const isHere = (packet: Packet) => Number(packet.pos) >= start && Number(packet.pos) < end
    const first = packets.find((packet) => packet.stream_index === stream && isHere(packet))
    return first?.flags.includes(flag) ? first.pts_time : 'no keyframe'
  })
}

function readRanges(playlist: string) {
  return [...playlist.matchAll(/#EXT-X-BYTERANGE:(\d+)@(\d+)/g)].map(([, size, offset]) => ({
    start: Number(offset),
    end: Number(offset) + Number(size),
  }))
}

/** Checks the requirements of every file that the site serves. */
async function expectValidStreams(set: StreamSet): Promise<void> {
  for (const rendition of set.renditions) {
    const bytes = await readFile(join(directory, rendition.file))
    const playlist = await readFile(join(directory, rendition.playlist), 'utf8')
    const ranges = readRanges(playlist)
    for (const { start } of ranges) expect(bytes.toString('latin1', start + 4, start + 8)).toBe('moof')
    for (const [index, { end }] of ranges.entries())
      expect(end).toBe(ranges[index + 1]?.start ?? bytes.length)
    const init = Number(/BYTERANGE="(\d+)@0"/.exec(playlist)?.[1])
    expect(bytes.toString('latin1', 4, 8)).toBe('ftyp')
    expect(init).toBeLessThanOrEqual(ranges[0]?.start ?? 0)
    expect(rendition.codecs).toMatch(/^avc1\.[0-9a-f]{6}(,mp4a\.40\.2)?$/)
    expect(rendition.bandwidth).toBeGreaterThanOrEqual(rendition.averageBandwidth)
  }
  for (const file of set.files) {
    const bytes = await readFile(join(directory, file.name))
    expect(bytes.length).toBe(file.size)
    for (const secret of clipSecrets) expect(bytes.includes(secret)).toBe(false)
  }
}

const sizesOf = (set: StreamSet) => set.renditions.map(({ width, height }) => `${width}x${height}`)

interface Expected {
  sizes: string[]
  seconds: number
  sound: boolean
  rate?: number
}

async function expectLadder(set: StreamSet, { sizes, seconds, sound, rate = 10 }: Expected): Promise<void> {
  await expectValidStreams(set)
  expect(sizesOf(set)).toEqual(sizes)
  expect(set.duration).toBeCloseTo(seconds, 1)
  for (const rendition of set.renditions) {
    const { width, height } = rendition
    const info = await probe(join(directory, rendition.file))
    expect(info.video).toMatchObject({
      ...{ width, height, codedWidth: width, codedHeight: height, rotation: 0 },
      ...{ codec: 'h264', pixelFormat: 'yuv420p', isInterlaced: false, isVariableFrameRate: false },
      ...{ colorSpace: 'bt709', colorTransfer: 'bt709', colorPrimaries: 'bt709', colorRange: 'tv' },
    })
    expect(info.video.frameRate.num / info.video.frameRate.den).toBeCloseTo(rate, 1)
    expect(info.audio?.codec).toBe(sound ? 'aac' : undefined)
    expect(info.duration).toBeCloseTo(seconds, 1)
  }
}

describe('makeLadder', () => {
  it.each<[ClipName, Expected]>([
    ['rotated', { sizes: ['360x640', '240x426'], seconds: 2, sound: true }],
    ['odd', { sizes: ['320x240'], seconds: 1, sound: false }],
    ['variableRate', { sizes: ['160x120'], seconds: 4, sound: false, rate: 15 }],
    ['hdr', { sizes: ['320x240'], seconds: 1, sound: true }],
    ['anamorphic', { sizes: ['384x288', '320x240'], seconds: 1, sound: false }],
    ['interlaced', { sizes: ['352x288', '294x240'], seconds: 1, sound: false, rate: 25 }],
    ['surround', { sizes: ['320x240'], seconds: 1, sound: true }],
    ['oneFrame', { sizes: ['320x240'], seconds: 0.033, sound: false, rate: 30 }],
    ['tiny', { sizes: ['64x48'], seconds: 1, sound: false }],
    ['lying', { sizes: ['320x240'], seconds: 2, sound: true, rate: 30 }],
  ])('encodes the clip %s correctly', async (name, expected) => {
    const source = await clip(name)
    await expectLadder(await makeLadder(source, await probe(source), directory), expected)
  })

  it('cuts every rung at the same times, picture and sound, at any frame rate', async () => {
    const source = await clip('fast')
    const { renditions } = await makeLadder(source, await probe(source), directory)
    expect(renditions.map(({ name, frameRate }) => [name, frameRate])).toEqual([
      ['272p', 48],
      ['240p', 24],
    ])
    const pictures = await Promise.all(renditions.map((rendition) => segmentStarts(rendition, 0, 'K')))
    expect(pictures).toEqual(Array(2).fill(['0.000000', '2.000000']))
    // A gap between the sound of two rungs would interrupt the player.
    const [first, ...others] = await Promise.all(renditions.map((rendition) => segmentStarts(rendition, 1)))
    expect(first).toHaveLength(2)
    for (const other of others) expect(other).toEqual(first)
  })

  it('encodes the clip landscape correctly, lists its renditions in a master playlist and reports progress in percent', async () => {
    const source = await clip('landscape')
    const seen: number[] = []
    const onProgress = (percent: number) => seen.push(percent)
    const set = await makeLadder(source, await probe(source), directory, { onProgress })
    await expectLadder(set, { sizes: ['640x360', '426x240'], seconds: 4, sound: true })
    const master = await readFile(join(directory, set.master), 'utf8')
    expect(master).toMatch(
      /RESOLUTION=640x360,CODECS="avc1\.640016,mp4a\.40\.2",FRAME-RATE=10\.000\n360p\.m3u8/,
    )
    expect(set.files.map((file) => `${file.name} ${file.contentType}`)).toEqual([
      '360p.mp4 video/mp4',
      '360p.m3u8 application/vnd.apple.mpegurl',
      '240p.mp4 video/mp4',
      '240p.m3u8 application/vnd.apple.mpegurl',
      'master.m3u8 application/vnd.apple.mpegurl',
    ])
    expect(seen.at(-1)).toBe(100)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
  })

  it('has the same result when it starts again on the leftovers of a killed run', async () => {
    const source = await clip('silent')
    const info = await probe(source)
    // Not the bytes, because x264 with several threads is not deterministic.
    const shape = (set: StreamSet) =>
      set.renditions.map(({ size, bandwidth, averageBandwidth, ...rest }) => ({ ...rest, isThere: size > 0 }))
    const first = await makeLadder(source, info, directory)
    await truncate(join(directory, '240p.mp4'), 1000)
    const again = await makeLadder(source, info, directory)
    await expectValidStreams(again)
    expect(shape(again)).toEqual(shape(first))
    expect((await readdir(directory)).sort()).toEqual(again.files.map((file) => file.name).sort())
  })

  it('stops when it is aborted', async () => {
    const info = await probe(await clip('silent'))
    // A pipe without a writer, so that ffmpeg does not end.
    const source = join(directory, 'pipe.mp4')
    await run('mkfifo', [source])
    const abort = new AbortController()
    const made = makeLadder(source, info, directory, { signal: abort.signal })
    const failed = expect(made).rejects.toMatchObject({ failure: 'aborted' })
    await vi.waitFor(
      async () => expect(await descendantsOf(process.pid, 'ffmpeg')).toHaveLength(1),
      patiently,
    )
    abort.abort()
    await failed
  })

  it('converts the colours of HDR if ffmpeg cannot tone-map', async () => {
    const source = await clip('hdr')
    const info = await probe(source)
    const options = { threads: 2, canToneMap: false, speed: 'good' as const }
    await runFfmpeg(ladderCommand(source, info, planLadder(info), options), {
      cwd: directory,
      timeoutMs: 20_000,
    })
    expect((await probe(join(directory, '240p.mp4'))).video).toMatchObject({
      isHdr: false,
      colorSpace: 'bt709',
    })
  })
})

describe('makePlayable', () => {
  it.each<[ClipName, string]>([
    ['landscape', '640x360'],
    ['rotated', '360x640'],
    ['surround', '320x240'],
    ['lying', '320x240'],
    ['oneFrame', '320x240'],
  ])('copies the pictures of the clip %s', async (name, size) => {
    const source = await clip(name)
    const set = await makePlayable(source, await probe(source), directory)
    await expectValidStreams(set)
    expect([set.master, sizesOf(set)]).toEqual(['source-master.m3u8', [size]])
    const info = await probe(join(directory, 'source.mp4'))
    expect(`${info.video.width}x${info.video.height}`).toBe(size)
    expect(['aac', undefined]).toContain(info.audio?.codec)
  })

  it('removes the data that a camera embedded in the video stream', async () => {
    const source = await clip('camera')
    expect((await readFile(source)).includes(clipSecrets[1] ?? '')).toBe(true)
    const set = await makePlayable(source, await probe(source), directory)
    expect(set.master).toBe('source-master.m3u8')
    await expectValidStreams(set)
  })

  it.each<[ClipName, string]>([
    ['webm', '426x240'],
    ['anamorphic', '384x288'],
  ])('encodes the clip %s once', async (name, size) => {
    const source = await clip(name)
    const set = await makePlayable(source, await probe(source), directory)
    await expectValidStreams(set)
    expect([set.master, sizesOf(set)]).toEqual(['first-master.m3u8', [size]])
  })
})
