import { guardedInput } from './accepted.ts'
import { cascade, splitAudio } from './filters.ts'
import type { Ladder, Rung } from './ladder.ts'
import { canCopyAudio } from './remux.ts'
import type { SourceInfo } from './source-info.ts'

export type CommandOptions = { threads: number; canToneMap: boolean }

/** Nothing that tells where, when or with what the source was made. */
export const ANONYMOUS = [
  ...['-map_metadata', '-1', '-map_chapters', '-1'],
  ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'],
]

/** The pictures and sound of a source as they are, in a file that streams. */
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

/** One decode, every rung: each output is one file that streams by ranges and plays by itself. */
export function ladderCommand(
  source: string,
  info: SourceInfo,
  ladder: Ladder,
  options: CommandOptions & { speed: 'first' | 'good' },
): string[] {
  const { threads, canToneMap, speed } = options
  const graph = [cascade(info, ladder, canToneMap), ...splitAudio(info, ladder.rungs.length)].join(';')
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

/** An ordinary MP4, as people expect of a download, from a rendition. */
export function downloadCommand(rendition: string, output: string): string[] {
  return [
    ...guardedInput(rendition),
    ...['-map', '0', '-c', 'copy', ...ANONYMOUS],
    ...['-movflags', '+faststart', '-f', 'mp4', output],
  ]
}

function remuxAudio(info: SourceInfo): string[] {
  if (canCopyAudio(info)) return ['-c:a', 'copy']
  return ['-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-ar', '48000', '-af', 'aresample=async=1:first_pts=0']
}

/** Keyframes at fixed distances and nowhere else: the same instants in every rung. */
function encodeVideo(rung: Rung, speed: 'first' | 'good'): string[] {
  return [
    ...['-c:v', 'libx264', '-preset', speed === 'first' ? 'superfast' : 'veryfast'],
    ...['-profile:v', 'high', '-pix_fmt', 'yuv420p', '-crf', '23'],
    ...['-maxrate', `${rung.maxrateKbps}k`, '-bufsize', `${rung.maxrateKbps * 2}k`],
    ...['-g', String(rung.gop), '-keyint_min', String(rung.gop), '-sc_threshold', '0'],
    // Sound is cut where the decoding time of a keyframe falls: one frame of delay at half the rate is
    // the same time as two at the full one. Without this, changing rungs leaves a hole in the sound.
    ...(rung.frameStep === 2 ? ['-b-pyramid', 'none'] : []),
  ]
}

/**
 * Fragmented MP4 with its index (sidx) in front: a player that takes the file as it is knows the length
 * and can seek, and we read the byte ranges for the playlist from the same index. The moov waits for the
 * first fragment so that edit lists can say where picture and sound really start.
 */
function streamable(output: string, segmentSeconds: number): string[] {
  return [
    ...ANONYMOUS,
    ...['-movflags', '+frag_keyframe+delay_moov+default_base_moof+global_sidx+skip_trailer'],
    // Fragments begin at keyframes; the half second is for rates that do not divide evenly.
    ...['-min_frag_duration', String((segmentSeconds - 0.5) * 1e6), '-write_tmcd', '0'],
    ...['-f', 'mp4', output],
  ]
}
