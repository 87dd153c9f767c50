import type { CaptionStream } from '../../captions/captions-text.ts'
import { fitWithin, type Size } from '../../images/size.ts'
import type { StoryboardPlan } from '../../images/storyboard.ts'
import { guardedInput } from '../../probe/accepted.ts'
import type { SourceInfo } from '../../probe/source-info.ts'
import { type CommandOptions, withoutMetadata } from './command.ts'
import { prepareFilters } from './filters.ts'

export const previewSeconds = 10
/** Enough for a day of speech. */
export const maxCaptionBytes = 2 * 1024 * 1024
const posterLongSide = 1920
const previewShortSide = 270

/** A typical frame near `at`: the one of 24 that is most like the others, which is rarely black or blurred. */
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
    ...['-map', `0:${info.video.index}`, '-vf', [...filters, ...jpegFilters].join(','), '-frames:v', '1'],
    ...['-q:v', '2', ...withoutMetadata, '-f', 'image2', '-update', '1', output],
  ]
}

export function posterSize({ video }: SourceInfo): Size {
  return fitWithin(video, posterLongSide, 'long')
}

export function previewSize({ video }: SourceInfo): Size {
  return fitWithin(video, previewShortSide, 'short')
}

export function posterTime(duration: number): number {
  return Math.min(duration * 0.1, 10)
}

/** Sheets of small pictures. `%03d` in the output is the number of the sheet, starting at 1. */
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
    // Without this, ffmpeg would repeat sheets to keep the original timing.
    'setpts=N/(25*TB)',
    ...jpegFilters,
  ]
  return [
    ...['-threads', String(options.threads)],
    ...(options.onlyKeyframes ? ['-skip_frame', 'nokey'] : []),
    ...guardedInput(source),
    ...['-map', `0:${info.video.index}`, '-vf', filters.join(','), '-r', '25', '-q:v', '5'],
    ...[...withoutMetadata, '-f', 'image2', output],
  ]
}

/** The first seconds, small and silent, shown when the pointer is over a card. */
export function previewCommand(
  source: string,
  info: SourceInfo,
  output: string,
  options: CommandOptions,
): string[] {
  const size = previewSize(info)
  const filters = ['fps=24:start_time=0', ...prepareFilters(info, { size, canToneMap: options.canToneMap })]
  return [
    ...['-threads', String(options.threads), '-t', String(previewSeconds), ...guardedInput(source)],
    ...['-map', `0:${info.video.index}`, '-an', '-vf', filters.join(',')],
    ...['-c:v', 'libx264', '-preset', 'medium', '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
    ...['-crf', '28', '-maxrate', '350k', '-bufsize', '700k', '-threads', String(options.threads)],
    ...[...withoutMetadata, '-movflags', '+faststart', '-f', 'mp4', output],
  ]
}

/** Writes each caption stream to a WebVTT file of its own. */
export function captionsCommand(
  source: string,
  streams: readonly CaptionStream[],
  nameOf: (stream: CaptionStream) => string,
): string[] {
  return [
    ...guardedInput(source, 'captions'),
    ...streams.flatMap((stream) => [
      ...['-map', `0:${stream.index}`, '-c:s', 'webvtt', '-fs', String(maxCaptionBytes)],
      ...[...withoutMetadata, '-f', 'webvtt', nameOf(stream)],
    ]),
  ]
}

const jpegFilters = ['scale=out_range=pc', 'format=yuvj420p']
