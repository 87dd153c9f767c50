import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ladderCommand, remuxCommand } from './command.ts'
import { type Ladder, planFirstRendition, planLadder } from './ladder.ts'
import { copyOutputLimit, copyTimeLimit, encodeOutputLimit, encodeTimeLimit } from './limits.ts'
import { describeFile, type MediaFile, type Rendition, type StreamSet } from './manifest.ts'
import { readMp4Index } from './mp4-index.ts'
import { lengthOf, measureBandwidth, writeMasterPlaylist, writeMediaPlaylist } from './playlists.ts'
import { RefusedMediaError } from './refused.ts'
import { canRemux } from './remux.ts'
import type { SourceInfo } from './source-info.ts'
import { toNumber } from './source-info.ts'
import { ToolError } from './tool-error.ts'
import { hasUserData } from './user-data.ts'
import { commandOptions, type WorkOptions, work } from './work.ts'

/** What a rendition looks like, known before it is made. */
type Shape = { name: string; width: number; height: number; frameRate: { num: number; den: number } }

/**
 * The quickest way to something that every browser plays: a copy where the source allows it, else one
 * middling rendition. Its files are named apart from the ladder's, which replace them later.
 */
export async function makePlayable(
  source: string,
  info: SourceInfo,
  directory: string,
  options: WorkOptions = {},
): Promise<StreamSet & { isCopy: boolean }> {
  if (canRemux(info)) {
    const copy = await tryRemux(source, info, directory, options)
    if (copy) return { ...copy, isCopy: true }
  }
  const { rungs, ...rest } = planFirstRendition(info)
  const ladder = { ...rest, rungs: rungs.map((rung) => ({ ...rung, name: `first-${rung.name}` })) }
  return { ...(await encode(source, info, directory, ladder, 'first', options)), isCopy: false }
}

/** Every rendition in one pass over the source, with the playlist that lists them. */
export async function makeLadder(
  source: string,
  info: SourceInfo,
  directory: string,
  options: WorkOptions = {},
): Promise<StreamSet> {
  return encode(source, info, directory, planLadder(info), 'good', options)
}

/** A stream that only looks right may still not fit into MP4; that costs a moment, not the video. */
async function tryRemux(source: string, info: SourceInfo, directory: string, options: WorkOptions) {
  const { width, height, frameRate } = info.video
  const shape = { name: 'source', width, height, frameRate }
  try {
    await remux(source, info, directory, options)
    return await publish(directory, [shape], 'source-master.m3u8')
  } catch (error) {
    if (error instanceof RefusedMediaError) return undefined
    if (error instanceof ToolError && error.failure === 'failed') return undefined
    throw error
  }
}

/** Once more, and slower, if the pictures turn out to say where they were taken. */
async function remux(source: string, info: SourceInfo, directory: string, options: WorkOptions) {
  const output = 'source.mp4'
  const maxOutputBytes = copyOutputLimit(info, (await stat(source)).size)
  const limits = { ...options, timeoutMs: copyTimeLimit(info), maxOutputBytes }
  await work(remuxCommand(source, info, output), directory, info, limits)
  const path = join(directory, output)
  const [first] = (await readMp4Index(path)).segments
  if (first && (await hasUserData(path, first.offset))) {
    await work(remuxCommand(source, info, output, { dropUserData: true }), directory, info, limits)
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
  const limits = { timeoutMs: encodeTimeLimit(info), maxOutputBytes: encodeOutputLimit(info, ladder) }
  await work(args, directory, info, { ...options, ...limits })
  return publish(directory, ladder.rungs, speed === 'first' ? 'first-master.m3u8' : 'master.m3u8')
}

/** Writes the playlists for video files that are there and lists everything. */
async function publish(directory: string, shapes: readonly Shape[], master: string): Promise<StreamSet> {
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

async function publishRendition(directory: string, shape: Shape): Promise<Rendition> {
  const { name, width, height } = shape
  const file = `${name}.mp4`
  const index = await readMp4Index(join(directory, file))
  if (index.segments.length === 0) {
    throw new RefusedMediaError('damaged', 'This video is damaged: none of its pictures can be read.')
  }
  await writeFile(join(directory, `${name}.m3u8`), writeMediaPlaylist(index, file))
  const { size } = await describeFile(directory, file, 'video')
  return {
    ...{ name, file, playlist: `${name}.m3u8`, width, height, size },
    ...{ frameRate: toNumber(shape.frameRate), duration: lengthOf(index.segments), codecs: index.codecs },
    ...measureBandwidth(index.segments),
  }
}

async function listFiles(directory: string, renditions: Rendition[], master: string): Promise<MediaFile[]> {
  const described = renditions.flatMap((rendition) => [
    describeFile(directory, rendition.file, 'video', rendition),
    describeFile(directory, rendition.playlist, 'playlist'),
  ])
  return Promise.all([...described, describeFile(directory, master, 'master')])
}
