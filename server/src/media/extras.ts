import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { downloadCommand } from './command.ts'
import {
  PREVIEW_SECONDS,
  posterCommand,
  posterSize,
  posterTime,
  previewCommand,
  previewSize,
  storyboardCommand,
} from './command-extras.ts'
import { copyOutputLimit, copyTimeLimit, EXTRAS_OUTPUT_LIMIT, encodeTimeLimit } from './limits.ts'
import { describeFile, type MediaFile } from './manifest.ts'
import { RefusedMediaError } from './refused.ts'
import type { SourceInfo } from './source-info.ts'
import { planStoryboard, type StoryboardPlan, writeStoryboardVtt } from './storyboard.ts'
import { ToolError } from './tool-error.ts'
import { commandOptions, type WorkOptions, work } from './work.ts'

export type Storyboard = { plan: StoryboardPlan; files: MediaFile[] }

/** One still of the video, `poster.jpg`, to make thumbnails from. */
export async function makePoster(
  source: string,
  info: SourceInfo,
  directory: string,
  options: WorkOptions = {},
): Promise<MediaFile> {
  const name = 'poster.jpg'
  const command = await commandOptions(info, options)
  const limits = extrasLimits(info, options)
  // The container may promise times that are not there; ffmpeg then fails or writes nothing.
  for (const at of [posterTime(info.duration), 0]) {
    await work(posterCommand(source, info, at, name, command), directory, info, limits).catch(allowFailure)
    const poster = await describeFile(directory, name, 'poster', posterSize(info)).catch(() => undefined)
    if (poster?.size) return poster
  }
  throw new RefusedMediaError('damaged', 'This video is damaged: none of its pictures can be read.')
}

/** `storyboard.vtt` and its sheets. Quickest from a small rendition, of which only keyframes are read. */
export async function makeStoryboard(
  source: string,
  info: SourceInfo,
  directory: string,
  options: WorkOptions = {},
): Promise<Storyboard> {
  const plan = planStoryboard(info)
  const onlyKeyframes = plan.interval >= info.packets.maxKeyframeGap
  const command = { ...(await commandOptions(info, options)), onlyKeyframes }
  const args = storyboardCommand(source, info, plan, 'storyboard-%03d.jpg', command)
  await work(args, directory, info, extrasLimits(info, options))
  const sheets = (await readdir(directory)).filter((name) => /^storyboard-\d+\.jpg$/.test(name)).sort()
  const count = Math.min(plan.count, sheets.length * plan.columns * plan.rows)
  const vtt = writeStoryboardVtt({ ...plan, count }, info.duration, (sheet) => sheets[sheet - 1] ?? '')
  await writeFile(join(directory, 'storyboard.vtt'), vtt)
  const files = sheets.map((name) => describeFile(directory, name, 'storyboard-sheet', sheetSize(plan)))
  return {
    plan: { ...plan, count },
    files: await Promise.all([describeFile(directory, 'storyboard.vtt', 'storyboard'), ...files]),
  }
}

/** `preview.mp4`: the first seconds, small and silent. */
export async function makePreview(
  source: string,
  info: SourceInfo,
  directory: string,
  options: WorkOptions = {},
): Promise<MediaFile> {
  const args = previewCommand(source, info, 'preview.mp4', await commandOptions(info, options))
  const part = { ...info, duration: Math.min(info.duration, PREVIEW_SECONDS) }
  await work(args, directory, part, extrasLimits(part, options))
  return describeFile(directory, 'preview.mp4', 'preview', previewSize(info))
}

/** `download.mp4`: a rendition as an ordinary MP4. */
export async function makeDownload(
  rendition: string,
  info: SourceInfo,
  directory: string,
  options: WorkOptions = {},
): Promise<MediaFile> {
  const args = downloadCommand(rendition, 'download.mp4')
  const maxOutputBytes = copyOutputLimit(info, (await stat(rendition)).size)
  await work(args, directory, info, { ...options, timeoutMs: copyTimeLimit(info), maxOutputBytes })
  return describeFile(directory, 'download.mp4', 'download', info.video)
}

const extrasLimits = (info: SourceInfo, options: WorkOptions) => ({
  ...options,
  timeoutMs: encodeTimeLimit(info),
  maxOutputBytes: EXTRAS_OUTPUT_LIMIT,
})

function allowFailure(error: unknown): void {
  if (!(error instanceof ToolError && error.failure === 'failed')) throw error
}

function sheetSize({ tile, columns, rows }: StoryboardPlan) {
  return { width: tile.width * columns, height: tile.height * rows }
}
