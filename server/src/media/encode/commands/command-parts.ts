import { guardedInput } from '../../probe/accepted.ts'
import type { SourceInfo } from '../../probe/source-info.ts'
import { toNumber } from '../../probe/source-info.ts'
import type { Ladder, Rung } from '../ladder.ts'
import type { FrameRange } from '../parts.ts'
import { type CommandOptions, encodeVideo, streamable, withoutMetadata } from './command.ts'
import { cascade, splitAudio } from './filters.ts'

/**
 * Reading starts at a keyframe that is at least this long before a part. Frames that follow such a keyframe and are
 * shown before it may be damaged, because they depend on earlier ones.
 */
const runUpSeconds = 1

/** Encodes the pictures of one part. They keep the times that they have in the whole video. */
export function partCommand(
  source: string,
  info: SourceInfo,
  ladder: Ladder,
  frames: FrameRange,
  { threads, canToneMap }: CommandOptions,
): string[] {
  const from = frames.first / toNumber(ladder.frameRate) - runUpSeconds
  return [
    ...['-threads', String(threads), '-filter_complex_threads', String(threads)],
    ...['-copyts', '-start_at_zero', ...(from > 0 ? ['-noaccurate_seek', '-ss', from.toFixed(3)] : [])],
    ...guardedInput(source),
    ...['-filter_complex', cascade(info, ladder, { canToneMap, frames })],
    ...ladder.rungs.flatMap((rung, index) => [
      ...['-map', `[v${index}]`, ...encodeVideo(rung, 'good'), '-threads', String(threads)],
      ...['-video_track_timescale', String(ladder.timescale)],
      // The file continues one that starts at zero, so that its fragments can be appended to those of other parts.
      ...streamable(`${rung.name}.mp4`, ladder.segmentSeconds, '+frag_discont'),
    ]),
  ]
}

/**
 * Encodes the sound of the whole video, once at each bit rate, because parts of sound cannot be joined without a gap.
 */
export function soundCommand(
  source: string,
  info: SourceInfo,
  ladder: Ladder,
  { threads }: Pick<CommandOptions, 'threads'>,
): string[] {
  const rungs = ladder.rungs.filter(
    (rung, index) => index === ladder.rungs.findIndex(({ audioKbps }) => audioKbps === rung.audioKbps),
  )
  return [
    ...['-threads', String(threads)],
    ...guardedInput(source),
    ...['-filter_complex', splitAudio(info, rungs.length).join(';')],
    ...rungs.flatMap((rung, index) => [
      ...['-map', `[a${index}]`, '-c:a', 'aac', '-b:a', `${rung.audioKbps}k`],
      ...[...withoutMetadata, '-f', 'mp4', soundFile(rung)],
    ]),
  ]
}

export const soundFile = ({ audioKbps }: Rung) => `sound-${audioKbps}.mp4`

/** Joins the pictures of all parts and the sound to one file, as if it were made in one pass. */
export function joinCommand(
  pictures: string,
  sound: string | undefined,
  rung: Rung,
  { timescale, segmentSeconds }: Ladder,
): string[] {
  return [
    ...['-copyts', ...guardedInput(pictures), ...(sound ? guardedInput(sound) : [])],
    ...['-map', '0:v', ...(sound ? ['-map', '1:a'] : []), '-c', 'copy'],
    ...['-video_track_timescale', String(timescale)],
    ...streamable(`${rung.name}.mp4`, segmentSeconds),
  ]
}
