import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readPart } from '../probe/mp4-boxes.ts'
import type { SourceInfo } from '../probe/source-info.ts'
import { toNumber } from '../probe/source-info.ts'
import { commandOptions, runWithinLimits, type WorkOptions } from '../run/run-within-limits.ts'
import { joinCommand, partCommand, soundCommand, soundFile } from './commands/command-parts.ts'
import { lengthOf } from './hls-playlists.ts'
import { type Ladder, planLadder, type Rung } from './ladder.ts'
import { copyOutputLimit, copyTimeLimit, encodeOutputLimit, encodeTimeLimit } from './limits.ts'
import { readMp4Index } from './mp4-index.ts'
import type { FrameRange } from './parts.ts'
import { describeFile, type MediaFile, type StreamSet } from './stream-set.ts'
import { writePlaylists } from './transcode.ts'

/** The parts of this video do not fit together, but it can still be encoded in one pass. */
export class PartsDoNotFitError extends Error {
  override readonly name = 'PartsDoNotFitError'
}

/** Encodes the pictures of one part in every size. */
export async function makePart(
  source: string,
  info: SourceInfo,
  directory: string,
  frames: FrameRange,
  options: WorkOptions = {},
): Promise<MediaFile[]> {
  const ladder = planLadder(info)
  const args = partCommand(source, info, ladder, frames, await commandOptions(info, options))
  const seconds = secondsOfPart(frames, info, ladder)
  await runWithinLimits(
    args,
    directory,
    { ...info, duration: seconds },
    await limitsOf(source, info, ladder, options),
  )
  return Promise.all(ladder.rungs.map((rung) => describePart(directory, rung, frames)))
}

/** Encodes the sound of the whole video, in each of its bit rates. */
export async function makeSound(
  source: string,
  info: SourceInfo,
  directory: string,
  options: WorkOptions = {},
): Promise<MediaFile[]> {
  const ladder = planLadder(info)
  const args = soundCommand(source, info, ladder, await commandOptions(info, options))
  await runWithinLimits(args, directory, info, await limitsOf(source, info, ladder, options))
  const names = new Set(ladder.rungs.map(soundFile))
  return Promise.all([...names].map((name) => describeFile(directory, name)))
}

interface StoredParts {
  count: number
  /** A file of a part as a local path, which is valid until the next call. The sound is part 0. */
  find: (part: number, file: string) => Promise<string>
}

/** Joins the parts to the same files as one pass makes. */
export async function joinParts(
  info: SourceInfo,
  directory: string,
  parts: StoredParts,
  options: WorkOptions = {},
): Promise<StreamSet> {
  const ladder = planLadder(info)
  const pictures = join(directory, 'pictures')
  for (const rung of ladder.rungs) {
    await appendParts(pictures, `${rung.name}.mp4`, parts)
    const sound = info.audio ? await parts.find(0, soundFile(rung)) : undefined
    const { size } = await stat(pictures)
    const limits = { timeoutMs: copyTimeLimit(info), maxOutputBytes: copyOutputLimit(info, size) }
    const args = joinCommand(pictures, sound, rung, ladder)
    await runWithinLimits(args, directory, info, { ...options, ...limits })
    await rm(pictures)
  }
  return writePlaylists(directory, ladder.rungs, 'master.m3u8')
}

/** Appends the fragments of all parts to the header of the first; all parts must have the same header. */
async function appendParts(target: string, file: string, { count, find }: StoredParts): Promise<void> {
  let header: Buffer | undefined
  for (let part = 1; part <= count; part++) {
    const path = await find(part, file)
    const { initSize, segments } = await readMp4Index(path)
    const own = await readHead(path, initSize)
    // Workers may have different versions of ffmpeg.
    if (header && !header.equals(own)) throw new PartsDoNotFitError(`Part ${part} has another header`)
    if (!header) await pipeline([own], createWriteStream(target))
    header ??= own
    const start = segments[0]?.offset ?? 0
    await pipeline(createReadStream(path, { start }), createWriteStream(target, { flags: 'a' }))
  }
}

async function readHead(path: string, size: number): Promise<Buffer> {
  const file = await open(path)
  try {
    return await readPart(file, 0, size)
  } finally {
    await file.close()
  }
}

/** A source that is damaged or states a wrong length may have other frames than planned. */
async function describePart(directory: string, rung: Rung, { first, end }: FrameRange): Promise<MediaFile> {
  const name = `${rung.name}.mp4`
  const { segments } = await readMp4Index(join(directory, name))
  const frames = Math.round(lengthOf(segments) * toNumber(rung.frameRate))
  const isRight = end === undefined ? frames > 0 : frames === (end - first) / rung.frameStep
  if (!isRight)
    throw new PartsDoNotFitError(`${name} has ${frames} frames from ${first} to ${end ?? 'the end'}`)
  return describeFile(directory, name)
}

/** How long a part is. */
export const secondsOfPart = ({ first, end }: FrameRange, info: SourceInfo, { frameRate }: Ladder) =>
  end === undefined ? info.duration - first / toNumber(frameRate) : (end - first) / toNumber(frameRate)

/** The limits of the whole video, because the last part is longer than planned if the source states a wrong length. */
const limitsOf = async (source: string, info: SourceInfo, ladder: Ladder, options: WorkOptions) => ({
  ...options,
  timeoutMs: encodeTimeLimit(info),
  maxOutputBytes: encodeOutputLimit(info, ladder, (await stat(source)).size),
})
