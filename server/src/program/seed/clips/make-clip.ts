import { join } from 'node:path'
import { runFfmpeg } from '../../../media/run/run.ts'
import { type Clip, rate } from './clip.ts'
import { subtitleArgs } from './subtitles.ts'

interface MadeClip {
  path: string
  thumbnailPath: string
}

const timeoutMs = 10 * 60_000
/** Higher priority than transcodes: the samples are made first, and their other sizes later. */
const niceness = 5

/** Draws a clip and its thumbnail into a folder. */
export async function makeClip(clip: Clip, folder: string, signal?: AbortSignal): Promise<MadeClip> {
  const [turn, path, thumbnailPath] = ['turn.mp4', 'clip.mp4', 'thumbnail.png'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  const options = { timeoutMs, niceness, cwd: folder, ...(signal && { signal }) }
  await runFfmpeg(drawCommand(clip, clip.loops ? turn : path), options)
  if (clip.loops) await runFfmpeg(repeatCommand(clip, turn, path), options)
  await runFfmpeg(thumbnailCommand(clip, path, thumbnailPath), options)
  return { path, thumbnailPath }
}

/** A file that browsers play as it is, so that it becomes playable by a copy instead of an encode. */
function drawCommand(clip: Clip, output: string): string[] {
  const sound = clip.loops ? undefined : clip.sound
  const text = subtitleArgs((!clip.loops && clip.subtitles) || [], 0)
  const finish =
    'setsar=1,format=yuv420p,setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv'
  return [
    ...text.inputs,
    ...['-filter_complex', [clip.picture, `[picture]${finish}[drawn]`, ...(sound ? [sound] : [])].join(';')],
    ...['-map', '[drawn]', ...(sound ? ['-map', '[sound]', ...aac] : []), ...text.outputs],
    ...['-t', String(clip.seconds), '-r', String(rate)],
    ...h264,
    ...['-g', String(rate * 2), '-f', 'mp4', output],
  ]
}

function repeatCommand({ seconds, loops = 1, ...clip }: Clip, turn: string, output: string): string[] {
  const { sound, subtitles = [] } = clip
  const text = subtitleArgs(subtitles, 1)
  return [
    ...['-stream_loop', String(loops - 1), '-i', `file:${turn}`],
    ...text.inputs,
    ...(sound ? ['-filter_complex', sound] : []),
    ...['-map', '0:v', '-c:v', 'copy', ...(sound ? ['-map', '[sound]', ...aac] : []), ...text.outputs],
    ...['-t', String(seconds * loops), '-f', 'mp4', output],
  ]
}

function thumbnailCommand({ thumbnailAt }: Clip, clip: string, output: string): string[] {
  return [
    ...['-ss', String(thumbnailAt), '-i', `file:${clip}`],
    ...['-frames:v', '1', '-f', 'image2', '-update', '1', output],
  ]
}

const aac = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2']
/** The fastest preset, with options that keep flat colours flat. */
const h264 = [
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-aq-mode', '1', '-flags', '+loop'],
  ...['-crf', '20', '-maxrate', '24M', '-bufsize', '24M'],
]
