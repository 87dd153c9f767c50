import { guardedInput } from './accepted.ts'
import type { CaptionStream } from './captions-text.ts'
import { ANONYMOUS, type CommandOptions } from './command.ts'
import { prepareFilters } from './filters.ts'
import { fitWithin, type Size } from './size.ts'
import type { SourceInfo } from './source-info.ts'
import type { StoryboardPlan } from './storyboard.ts'

export const PREVIEW_SECONDS = 10
/** A day of talk. */
export const MAX_CAPTION_BYTES = 2 * 1024 * 1024
const POSTER_LONG_SIDE = 1920
const PREVIEW_SHORT_SIDE = 270

/** A telling frame near `at`: of a handful, the one most like the others, so rarely black or a blur. */
export function posterCommand(
  source: string,
  info: SourceInfo,
  at: number,
  output: string,
  options: CommandOptions,
): string[] {
  const size = posterSize(info)
  const filters = [...prepareFilters(info, { size, canToneMap: options.canToneMap }), 'thumbnail=n=24']
  return [
    ...['-threads', String(options.threads), '-ss', at.toFixed(3), ...guardedInput(source)],
    ...['-map', `0:${info.video.index}`, '-vf', [...filters, ...AS_JPEG].join(','), '-frames:v', '1'],
    ...['-q:v', '2', ...ANONYMOUS, '-f', 'image2', '-update', '1', output],
  ]
}

export function posterSize({ video }: SourceInfo): Size {
  return fitWithin(video, POSTER_LONG_SIDE, 'long')
}

export function previewSize({ video }: SourceInfo): Size {
  return fitWithin(video, PREVIEW_SHORT_SIDE, 'short')
}

export function posterTime(duration: number): number {
  return Math.min(duration * 0.1, 10)
}

/** Sheets of small pictures; `%03d` in the output is the number of the sheet, from 1. */
export function storyboardCommand(
  source: string,
  info: SourceInfo,
  plan: StoryboardPlan,
  output: string,
  options: CommandOptions & { onlyKeyframes?: boolean },
): string[] {
  const filters = [
    `select='gte(t,selected_n*${plan.interval})'`,
    ...prepareFilters(info, { size: plan.tile, canToneMap: options.canToneMap }),
    `tile=${plan.columns}x${plan.rows}`,
    // Sheets are not a film: without this ffmpeg would repeat them to keep their time.
    'setpts=N/(25*TB)',
    ...AS_JPEG,
  ]
  return [
    ...['-threads', String(options.threads)],
    ...(options.onlyKeyframes ? ['-skip_frame', 'nokey'] : []),
    ...guardedInput(source),
    ...['-map', `0:${info.video.index}`, '-vf', filters.join(','), '-r', '25', '-q:v', '5'],
    ...[...ANONYMOUS, '-f', 'image2', output],
  ]
}

/** The first seconds, small and without sound, for a card that is hovered over. */
export function previewCommand(
  source: string,
  info: SourceInfo,
  output: string,
  options: CommandOptions,
): string[] {
  const size = previewSize(info)
  const filters = ['fps=24:start_time=0', ...prepareFilters(info, { size, canToneMap: options.canToneMap })]
  return [
    ...['-threads', String(options.threads), '-t', String(PREVIEW_SECONDS), ...guardedInput(source)],
    ...['-map', `0:${info.video.index}`, '-an', '-vf', filters.join(',')],
    ...['-c:v', 'libx264', '-preset', 'medium', '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
    ...['-crf', '28', '-maxrate', '350k', '-bufsize', '700k', '-threads', String(options.threads)],
    ...[...ANONYMOUS, '-movflags', '+faststart', '-f', 'mp4', output],
  ]
}

/** Streams of text, each as WebVTT in a file of its own. */
export function captionsCommand(
  source: string,
  streams: readonly CaptionStream[],
  nameOf: (stream: CaptionStream) => string,
): string[] {
  return [
    ...guardedInput(source, 'captions'),
    ...streams.flatMap((stream) => [
      ...['-map', `0:${stream.index}`, '-c:s', 'webvtt', '-fs', String(MAX_CAPTION_BYTES)],
      ...[...ANONYMOUS, '-f', 'webvtt', nameOf(stream)],
    ]),
  ]
}

const AS_JPEG = ['scale=out_range=pc', 'format=yuvj420p']
