import { guardedInput } from '../../probe/accepted.ts'
import type { SourceInfo } from '../../probe/source-info.ts'
import type { Ladder, Rung } from '../ladder.ts'
import { canCopyAudio } from '../remux.ts'
import { cascade, splitAudio } from './filters.ts'

export interface CommandOptions {
  threads: number
  canToneMap: boolean
}

/** Removes everything that shows where, when or with which device the source was made. */
export const withoutMetadata = [
  ...['-map_metadata', '-1', '-map_chapters', '-1'],
  ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'],
]

/** Copies the video, and the audio if possible, into a file that can be streamed. */
export function remuxCommand(
  source: string,
  info: SourceInfo,
  output: string,
  options: { dropUserData?: boolean } = {},
): string[] {
  const { video, audio } = info
  return [
    ...guardedInput(source),
    ...['-map', `0:${video.index}`, '-c:v', 'copy'],
    ...(options.dropUserData ? ['-bsf:v', 'filter_units=remove_types=6'] : []),
    ...(audio ? ['-map', `0:${audio.index}`, ...remuxAudio(info)] : []),
    ...streamable(output, 2),
  ]
}

/** Decodes once and encodes every rung. Each output is one file that can be streamed by ranges or played as it is. */
export function ladderCommand(
  source: string,
  info: SourceInfo,
  ladder: Ladder,
  options: CommandOptions & { speed: 'first' | 'good' },
): string[] {
  const { threads, canToneMap, speed } = options
  const graph = [cascade(info, ladder, { canToneMap }), ...splitAudio(info, ladder.rungs.length)].join(';')
  return [
    ...['-threads', String(threads), '-filter_complex_threads', String(threads)],
    ...guardedInput(source),
    ...['-filter_complex', graph],
    ...ladder.rungs.flatMap((rung, index) => [
      ...['-map', `[v${index}]`, ...encodeVideo(rung, speed), '-threads', String(threads)],
      ...(info.audio ? ['-map', `[a${index}]`, '-c:a', 'aac', '-b:a', `${rung.audioKbps}k`] : []),
      ...['-video_track_timescale', String(ladder.timescale)],
      ...streamable(`${rung.name}.mp4`, ladder.segmentSeconds),
    ]),
  ]
}

/** Turns a rendition into an ordinary MP4 for download. */
export function downloadCommand(rendition: string, output: string): string[] {
  return [
    ...guardedInput(rendition),
    ...['-map', '0', '-c', 'copy', ...withoutMetadata],
    ...['-movflags', '+faststart', '-f', 'mp4', output],
  ]
}

function remuxAudio(info: SourceInfo): string[] {
  if (canCopyAudio(info)) return ['-c:a', 'copy']
  return ['-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-ar', '48000', '-af', 'aresample=async=1:first_pts=0']
}

/** Keyframes only at fixed distances, so that they are at the same times in every rung. */
export function encodeVideo(rung: Rung, speed: 'first' | 'good'): string[] {
  return [
    ...['-c:v', 'libx264', '-preset', speed === 'first' ? 'superfast' : 'veryfast'],
    ...['-profile:v', 'high', '-pix_fmt', 'yuv420p', '-crf', '23'],
    ...['-maxrate', `${rung.maxrateKbps}k`, '-bufsize', `${rung.maxrateKbps * 2}k`],
    ...['-g', String(rung.gop), '-keyint_min', String(rung.gop), '-sc_threshold', '0'],
    // Sound is cut at the decoding time of keyframes. At half the frame rate the delay must be one frame instead of
    // two, so that the cuts are at the same times; otherwise switching rungs would leave a gap in the sound.
    ...(rung.frameStep === 2 ? ['-b-pyramid', 'none'] : []),
  ]
}

/**
 * Fragmented MP4 with the index (sidx) at the start. A player that plays the file directly knows the length and can
 * seek, and we read the byte ranges for the playlist from the same index. The moov is written after the first fragment,
 * so that its edit lists contain the real start of video and audio.
 */
export function streamable(output: string, segmentSeconds: number, moreFlags = ''): string[] {
  return [
    ...withoutMetadata,
    ...['-movflags', `+frag_keyframe+delay_moov+default_base_moof+global_sidx+skip_trailer${moreFlags}`],
    // Fragments start at keyframes. The half second allows for frame rates that do not divide evenly.
    ...['-min_frag_duration', String((segmentSeconds - 0.5) * 1e6), '-write_tmcd', '0'],
    ...['-f', 'mp4', output],
  ]
}
