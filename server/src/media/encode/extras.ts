import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { planStoryboard, type StoryboardPlan, writeStoryboardVtt } from '../images/storyboard.ts'
import type { SourceInfo } from '../probe/source-info.ts'
import { RefusedMediaError } from '../refused.ts'
import { commandOptions, runWithinLimits, type WorkOptions } from '../run/run-within-limits.ts'
import { ToolError } from '../run/tool-error.ts'
import { downloadCommand } from './commands/command.ts'
import {
  posterCommand,
  posterSize,
  posterTime,
  previewCommand,
  previewSeconds,
  previewSize,
  storyboardCommand,
} from './commands/command-extras.ts'
import { copyOutputLimit, copyTimeLimit, encodeTimeLimit, extrasOutputLimit } from './limits.ts'
import { describeFile, type MediaFile } from './stream-set.ts'

interface Storyboard {
  plan: StoryboardPlan
  files: MediaFile[]
}

/** Makes `poster.jpg`, a still from which thumbnails are made. */
export async function makePoster(
  source: string,
  info: SourceInfo,
  directory: string,
  options: WorkOptions = {},
): Promise<MediaFile> {
  const name = 'poster.jpg'
  const command = await commandOptions(info, options)
  const limits = extrasLimits(info, options)
  // The stated duration may be too long. ffmpeg then fails or writes nothing.
  for (const at of [posterTime(info.duration), 0]) {
    await runWithinLimits(posterCommand(source, info, at, name, command), directory, info, limits).catch(
      ignoreToolFailure,
    )
    const poster = await describeFile(directory, name, posterSize(info)).catch(() => undefined)
    if (poster?.size) return poster
  }
  throw new RefusedMediaError('This video is damaged: none of its pictures can be read.')
}

/** Makes `frame-N.jpg`, typical frames spread over the video; fewer if some of them cannot be read. */
export async function makeFrames(
  source: string,
  info: SourceInfo,
  directory: string,
  { count, ...options }: WorkOptions & { count: number },
): Promise<MediaFile[]> {
  const command = await commandOptions(info, options)
  const frames: MediaFile[] = []
  for (let index = 0; index < count; index++) {
    const name = `frame-${index}.jpg`
    const at = (info.duration * (index + 0.5)) / count
    const args = posterCommand(source, info, at, name, command)
    await runWithinLimits(args, directory, info, extrasLimits(info, options)).catch(ignoreToolFailure)
    const frame = await describeFile(directory, name, posterSize(info)).catch(() => undefined)
    if (frame?.size) frames.push(frame)
  }
  return frames
}

/** Makes `storyboard.vtt` and its sheets. Fastest from a small rendition, of which only keyframes are read. */
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
  await runWithinLimits(args, directory, info, extrasLimits(info, options))
  const sheets = (await readdir(directory)).filter((name) => /^storyboard-\d+\.jpg$/.test(name)).sort()
  const count = Math.min(plan.count, sheets.length * plan.columns * plan.rows)
  const vtt = writeStoryboardVtt({ ...plan, count }, info.duration, (sheet) => sheets[sheet - 1] ?? '')
  await writeFile(join(directory, 'storyboard.vtt'), vtt)
  const files = sheets.map((name) => describeFile(directory, name, sheetSize(plan)))
  return {
    plan: { ...plan, count },
    files: await Promise.all([describeFile(directory, 'storyboard.vtt'), ...files]),
  }
}

/** Makes `preview.mp4`: the first seconds, small and silent. */
export async function makePreview(
  source: string,
  info: SourceInfo,
  directory: string,
  options: WorkOptions = {},
): Promise<MediaFile> {
  const args = previewCommand(source, info, 'preview.mp4', await commandOptions(info, options))
  const part = { ...info, duration: Math.min(info.duration, previewSeconds) }
  await runWithinLimits(args, directory, part, extrasLimits(part, options))
  return describeFile(directory, 'preview.mp4', previewSize(info))
}

/** Makes `download.mp4` from a rendition. */
export async function makeDownload(
  rendition: string,
  info: SourceInfo,
  directory: string,
  options: WorkOptions = {},
): Promise<MediaFile> {
  const args = downloadCommand(rendition, 'download.mp4')
  const maxOutputBytes = copyOutputLimit(info, (await stat(rendition)).size)
  await runWithinLimits(args, directory, info, { ...options, timeoutMs: copyTimeLimit(info), maxOutputBytes })
  return describeFile(directory, 'download.mp4', info.video)
}

const extrasLimits = (info: SourceInfo, options: WorkOptions) => ({
  ...options,
  timeoutMs: encodeTimeLimit(info),
  maxOutputBytes: extrasOutputLimit,
})

function ignoreToolFailure(error: unknown): void {
  if (!(error instanceof ToolError && error.failure === 'failed')) throw error
}

function sheetSize({ tile, columns, rows }: StoryboardPlan) {
  return { width: tile.width * columns, height: tile.height * rows }
}
