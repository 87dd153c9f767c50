import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ClipName, clip } from '../../../test/content/clips.ts'
import { probe } from '../probe/probe.ts'
import { planLadder } from './ladder.ts'
import { joinParts, makePart, makeSound, PartsDoNotFitError } from './make-parts.ts'
import { planParts } from './parts.ts'
import { makeLadder } from './transcode.ts'

const run = promisify(execFile)
let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vireo-parts-'))
})
afterEach(() => rm(directory, { recursive: true }))

const folder = async (name: string) => {
  await mkdir(join(directory, name), { recursive: true })
  return join(directory, name)
}

/** Times, order and kind of every packet, and the bytes of the sound. */
async function packetsOf(file: string) {
  const show = ['-show_packets', '-show_data_hash', 'md5', '-of', 'json', '-show_entries']
  const fields = 'packet=codec_type,pts,dts,duration,flags,data_hash:format=duration'
  const { stdout } = await run('ffprobe', ['-v', 'error', ...show, fields, file], { maxBuffer: 64e6 })
  const { packets, format } = JSON.parse(stdout)
  const withoutPictures = (packet: { codec_type: string; data_hash: string }) =>
    packet.codec_type === 'video' ? { ...packet, data_hash: '' } : packet
  return { packets: packets.map(withoutPictures), format }
}

/** The similarity of the least similar pair of pictures of two files, in decibels. */
async function leastLikeness(first: string, second: string): Promise<number> {
  const args = ['-v', 'error', '-i', first, '-i', second, '-lavfi', 'psnr=stats_file=-', '-f', 'null', '-']
  const { stdout } = await run('ffmpeg', ['-nostdin', ...args], { maxBuffer: 64e6 })
  return Math.min(...[...stdout.matchAll(/psnr_avg:([\d.]+)/g)].map(([, decibels]) => Number(decibels)))
}

it.each<[ClipName, { partSeconds: number; count: number }]>([
  ['long', { partSeconds: 2, count: 3 }],
  ['openGop', { partSeconds: 5, count: 2 }],
  ['variableRate', { partSeconds: 2, count: 2 }],
])('the parts of the clip %s make the same files as one pass', async (name, { partSeconds, count }) => {
  const source = await clip(name)
  const info = await probe(source)
  const whole = await makeLadder(source, info, await folder('whole'))

  const parts = planParts(info, planLadder(info), { overSeconds: 1, partSeconds })
  expect(parts).toHaveLength(count)
  if (info.audio) await makeSound(source, info, await folder('0'))
  for (const [index, frames] of parts.entries())
    await makePart(source, info, await folder(String(index + 1)), frames)
  const find = async (part: number, file: string) => join(directory, String(part), file)
  const joined = await joinParts(info, await folder('joined'), { count: parts.length, find })

  const shapeOf = ({ renditions, ...set }: typeof whole) => ({
    duration: set.duration,
    files: set.files.map((file) => file.name),
    renditions: renditions.map(({ size, bandwidth, averageBandwidth, ...shape }) => shape),
  })
  expect(shapeOf(joined)).toEqual(shapeOf(whole))
  for (const { file, playlist } of whole.renditions) {
    const [one, other] = [join(directory, 'whole', file), join(directory, 'joined', file)]
    expect(await packetsOf(other)).toEqual(await packetsOf(one))
    expect(await leastLikeness(one, other)).toBeGreaterThan(30)
    const lengths = async (dir: string) =>
      (await readFile(join(directory, dir, playlist), 'utf8')).match(/#EXTINF.*/g)
    expect(await lengths('joined')).toEqual(await lengths('whole'))
  }
})

it('a part that is missing in the source does not fit', async () => {
  const source = await clip('lying')
  const info = await probe(source)
  const [, last] = planParts(info, planLadder(info), { overSeconds: 1, partSeconds: 2 })
  expect(last).toEqual({ first: 60 })
  await expect(makePart(source, info, directory, last ?? { first: 0 })).rejects.toThrow(PartsDoNotFitError)
})
