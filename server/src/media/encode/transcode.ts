import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SourceInfo } from '../probe/source-info.ts'
import { toNumber } from '../probe/source-info.ts'
import { hasUserData } from '../probe/user-data.ts'
import { RefusedMediaError } from '../refused.ts'
import { commandOptions, runWithinLimits, type WorkOptions } from '../run/run-within-limits.ts'
import { ToolError } from '../run/tool-error.ts'
import { ladderCommand, remuxCommand } from './commands/command.ts'
import { lengthOf, measureBandwidth, writeMasterPlaylist, writeMediaPlaylist } from './hls-playlists.ts'
import { type Ladder, planFirstRendition, planLadder } from './ladder.ts'
import { copyOutputLimit, copyTimeLimit, encodeOutputLimit, encodeTimeLimit } from './limits.ts'
import { readMp4Index } from './mp4-index.ts'
import { canRemux } from './remux.ts'
import { describeFile, type MediaFile, type Rendition, type StreamSet } from './stream-set.ts'

/** The properties of a rendition that are known before it is made. */
interface RenditionShape {
  name: string
  width: number
  height: number
  frameRate: { num: number; den: number }
}

/**
 * Makes something that every browser can play as fast as possible: a copy if the source allows it, or else one
 * rendition of medium size. Its files are named differently from the ladder, which replaces them later.
 */
export async function makePlayable(
  source: string,
  info: SourceInfo,
  directory: string,
  options: WorkOptions = {},
): Promise<StreamSet> {
  if (canRemux(info)) {
    const copy = await tryRemux(source, info, directory, options)
    if (copy) return copy
  }
  const { rungs, ...rest } = planFirstRendition(info)
  const ladder = { ...rest, rungs: rungs.map((rung) => ({ ...rung, name: `first-${rung.name}` })) }
  return encode(source, info, directory, ladder, 'first', options)
}

/** Makes all renditions in one pass over the source, and the playlist that lists them. */
export async function makeLadder(
  source: string,
  info: SourceInfo,
  directory: string,
  options: WorkOptions = {},
): Promise<StreamSet> {
  return encode(source, info, directory, planLadder(info), 'good', options)
}

/** Undefined if the streams cannot be copied into an MP4 after all; then the video is encoded. */
async function tryRemux(source: string, info: SourceInfo, directory: string, options: WorkOptions) {
  const { width, height, frameRate } = info.video
  const shape = { name: 'source', width, height, frameRate }
  try {
    await remux(source, info, directory, options)
    return await writePlaylists(directory, [shape], 'source-master.m3u8')
  } catch (error) {
    if (error instanceof RefusedMediaError) return undefined
    if (error instanceof ToolError && error.failure === 'failed') return undefined
    throw error
  }
}

/** Copies again, more slowly, if the stream turns out to contain user data of a camera. */
async function remux(source: string, info: SourceInfo, directory: string, options: WorkOptions) {
  const output = 'source.mp4'
  const maxOutputBytes = copyOutputLimit(info, (await stat(source)).size)
  const limits = { ...options, timeoutMs: copyTimeLimit(info), maxOutputBytes }
  await runWithinLimits(remuxCommand(source, info, output), directory, info, limits)
  const path = join(directory, output)
  const [first] = (await readMp4Index(path)).segments
  if (first && (await hasUserData(path, first.offset))) {
    await runWithinLimits(remuxCommand(source, info, output, { dropUserData: true }), directory, info, limits)
  }
}

async function encode(
  source: string,
  info: SourceInfo,
  directory: string,
  ladder: Ladder,
  speed: 'first' | 'good',
  options: WorkOptions,
): Promise<StreamSet> {
  const args = ladderCommand(source, info, ladder, { ...(await commandOptions(info, options)), speed })
  const maxOutputBytes = encodeOutputLimit(info, ladder, (await stat(source)).size)
  const limits = { timeoutMs: encodeTimeLimit(info), maxOutputBytes }
  await runWithinLimits(args, directory, info, { ...options, ...limits })
  return writePlaylists(directory, ladder.rungs, speed === 'first' ? 'first-master.m3u8' : 'master.m3u8')
}

/** Writes the playlists for finished video files and lists all files. */
export async function writePlaylists(
  directory: string,
  shapes: readonly RenditionShape[],
  master: string,
): Promise<StreamSet> {
  const renditions = await Promise.all(shapes.map((shape) => publishRendition(directory, shape)))
  const variants = renditions.map((rendition) => ({ ...rendition, uri: rendition.playlist }))
  await writeFile(join(directory, master), writeMasterPlaylist(variants))
  return {
    renditions,
    master,
    duration: Math.max(...renditions.map((rendition) => rendition.duration)),
    files: await listFiles(directory, renditions, master),
  }
}

async function publishRendition(directory: string, shape: RenditionShape): Promise<Rendition> {
  const { name, width, height } = shape
  const file = `${name}.mp4`
  const index = await readMp4Index(join(directory, file))
  if (index.segments.length === 0) {
    throw new RefusedMediaError('This video is damaged: none of its pictures can be read.')
  }
  await writeFile(join(directory, `${name}.m3u8`), writeMediaPlaylist(index, file))
  const { size } = await describeFile(directory, file)
  return {
    ...{ name, file, playlist: `${name}.m3u8`, width, height, size },
    ...{ frameRate: toNumber(shape.frameRate), duration: lengthOf(index.segments), codecs: index.codecs },
    ...measureBandwidth(index.segments),
  }
}

async function listFiles(directory: string, renditions: Rendition[], master: string): Promise<MediaFile[]> {
  const described = renditions.flatMap((rendition) => [
    describeFile(directory, rendition.file, rendition),
    describeFile(directory, rendition.playlist),
  ])
  return Promise.all([...described, describeFile(directory, master)])
}
