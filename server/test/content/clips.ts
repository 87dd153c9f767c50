import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, readFile, rename, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

// Small videos made by the real ffmpeg, each once per machine: the name on disk contains a hash of the recipe.
// They have few frames, because tests encode them again and again.

const run = promisify(execFile)
const directory = join(tmpdir(), 'vireo-test-clips')

/** Personal metadata that a phone writes; no file that the site serves may contain any of it. */
export const clipSecrets = ['+51.5007-000.1246/', 'Spyphone', 'SpyHandler', '2021-03-04', 'Secret chapter']

const [location = '', make = '', handler = '', day = ''] = clipSecrets
const cameraMetadata = [
  ...['-metadata', `location=${location}`, '-metadata', `make=${make}`, '-metadata', `title=${make}`],
  ...['-metadata', `comment=${location}`, '-metadata', `creation_time=${day}T05:06:07Z`],
  ...['-metadata:s:v', `handler_name=${handler}`, '-metadata:s:a', `handler_name=${handler}`],
]

const picture = (size: string, seconds: number, rate = 10) => [
  ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`],
]
const sound = (seconds: number) => ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]
const h264Video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '20', '-bf', '2']
const aacAudio = ['-c:a', 'aac', '-b:a', '96k']
const vp9Video = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-pix_fmt', 'yuv420p']
const hdr10Video = [
  ...['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', '-tag:v', 'hvc1'],
  ...[
    '-color_primaries',
    'bt2020',
    '-color_trc',
    'smpte2084',
    '-colorspace',
    'bt2020nc',
    '-color_range',
    'tv',
  ],
  ...['-x265-params', 'log-level=none:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc'],
]

type Cue = [from: string, to: string, text: string]
/** Subtitles as an input of ffmpeg, without a file. */
const subtitles = (...cues: Cue[]) => {
  const text = cues.map(([from, to, line], index) => `${index + 1}\n${from} --> ${to}\n${line}\n`).join('\n')
  return ['-f', 'srt', '-i', `data:text/plain;base64,${Buffer.from(text).toString('base64')}`]
}
const english = subtitles(
  ['00:00:00,200', '00:00:01,500', 'Good morning & <i>hello</i>'],
  ['00:00:01,500', '00:00:02,900', '2 < 3'],
)
const german = subtitles(
  ['00:00:00,200', '00:00:01,500', 'Guten Morgen'],
  ['00:00:01,500', '00:00:02,900', 'Zwei Zeilen\nauf einmal'],
)
const arrow = subtitles(['00:00:00,200', '00:00:01,500', 'Left --> right'])
const spoilt = 'Unreadable'
const rubbish = subtitles(
  ...Array.from({ length: 6 }, (_, at): Cue => [`00:00:00,${at}00`, `00:00:00,${at}90`, spoilt]),
)
const inTwoLanguages = (size: string, first: string[], second: string[]) => [
  ...[...picture(size, 3, 12), ...first, ...second, '-map', '0', '-map', '1', '-map', '2', ...h264Video],
  ...['-metadata:s:s:0', 'language=eng', '-metadata:s:s:1', 'language=ger'],
]

const film = (size: string, seconds: number): Recipe => ({
  extension: 'mp4',
  args: [
    ...['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=6:duration=${seconds}`],
    ...['-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  ],
})

interface Recipe {
  extension: string
  args: string[]
  /** Modifies the finished file. */
  after?: (path: string) => Promise<void>
}

const recipes = {
  /** A typical upload: H.264 and AAC in MP4, with the metadata of a phone. */
  landscape: {
    extension: 'mp4',
    args: [
      ...picture('640x360', 4),
      ...sound(4),
      ...h264Video,
      ...aacAudio,
      ...cameraMetadata,
      '-movflags',
      'use_metadata_tags',
    ],
  },
  /** Like a camcorder's: the video stream contains metadata at each keyframe. */
  camera: {
    extension: 'mp4',
    args: [
      ...[...picture('320x240', 1), ...h264Video, '-x264-params', 'info=0'],
      ...['-bsf:v', `h264_metadata=sei_user_data=17ee8c60f84d11d98cd60800200c9a66+${make}`],
    ],
  },
  portrait: { extension: 'mp4', args: [...picture('360x640', 2), ...sound(2), ...h264Video, ...aacAudio] },
  /** Stored sideways; its header tells players to rotate it clockwise. */
  rotated: {
    extension: 'mp4',
    args: [...picture('640x360', 2), ...sound(2), ...h264Video, ...aacAudio, ...cameraMetadata],
    after: turnQuarter,
  },
  odd: {
    extension: 'webm',
    args: [...picture('322x242', 1), '-vf', 'format=yuv444p,crop=321:241', ...vp9Video],
  },
  /** 15 frames per second, except for the middle two seconds, where two of three frames are missing. */
  variableRate: {
    extension: 'mkv',
    args: [...picture('160x120', 4, 15), '-vf', "select='lt(t,1)+gt(t,3)+not(mod(n,3))'", ...h264Video],
  },
  hdr: { extension: 'mp4', args: [...picture('320x240', 1), ...sound(1), ...hdr10Video, ...aacAudio] },
  silent: { extension: 'mp4', args: [...picture('320x240', 2), ...h264Video] },
  webm: {
    extension: 'webm',
    args: [...[...picture('426x240', 2), ...sound(2), ...vp9Video, '-c:a', 'libopus', ...cameraMetadata]],
  },
  /** Like a browser's recording: streamed, so that the duration was never written. */
  recording: {
    extension: 'webm',
    args: [...picture('320x240', 2), '-c:v', 'libvpx', '-deadline', 'realtime', '-live', '1'],
  },
  /** At a rate that is halved in the smaller size. */
  fast: {
    extension: 'mp4',
    args: [...picture('272x272', 2.5, 48), ...sound(2.5), ...h264Video, ...aacAudio],
  },
  /** The same, long enough to be cut into parts. */
  long: { extension: 'mp4', args: [...picture('272x272', 6, 48), ...sound(6), ...h264Video, ...aacAudio] },
  /** Starts late, and has frames that are shown before the keyframe that they follow. */
  openGop: {
    extension: 'mkv',
    args: [
      ...[...picture('160x120', 5, 24), ...sound(5), '-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '3'],
      ...['-x264-params', 'open-gop=1:keyint=36:min-keyint=20', ...aacAudio, '-output_ts_offset', '3.21'],
    ],
  },
  /** PAL: stored as 352 × 288, shown as 384 × 288. */
  anamorphic: { extension: 'mp4', args: [...picture('352x288', 1), '-vf', 'setsar=12/11', ...h264Video] },
  interlaced: {
    extension: 'mpg',
    args: [
      ...picture('352x288', 1, 25),
      '-vf',
      'setfield=tff',
      '-c:v',
      'mpeg2video',
      '-flags',
      '+ildct+ilme',
    ],
  },
  /** Its sound is the first stream, and in a format that browsers do not play. */
  surround: {
    extension: 'mkv',
    args: [
      ...[...picture('320x240', 1), ...sound(1), '-map', '1:a', '-map', '0:v'],
      ...[...h264Video, '-c:a', 'ac3', '-ac', '6'],
    ],
  },
  /** Captions in two languages, in MP4 and in Matroska, where the second one also has a title. */
  captionsMp4: {
    extension: 'mp4',
    args: [...inTwoLanguages('640x360', english, german), '-c:s', 'mov_text'],
  },
  captionsMkv: {
    extension: 'mkv',
    args: [
      ...[...inTwoLanguages('160x90', english, german), '-c:s', 'srt'],
      ...['-metadata:s:s:1', 'title=Deutsch (für alle)'],
    ],
  },
  /** Twice the same language, whose tag has a private part without a name. */
  oddCaptions: {
    extension: 'mkv',
    args: [
      ...[...inTwoLanguages('160x90', arrow, arrow), '-c:s', 'srt'],
      ...['-metadata:s:s:0', 'language=en-x-foo', '-metadata:s:s:1', 'language=en-x-foo'],
    ],
  },
  /** The second language is not valid text in any encoding, which makes ffmpeg fail for both. */
  brokenCaptions: {
    extension: 'mkv',
    args: [...inTwoLanguages('160x90', english, rubbish), '-c:s', 'srt'],
    after: (path) => spoil(path, spoilt),
  },
  oneFrame: { extension: 'mp4', args: [...picture('320x240', 1, 30), '-frames:v', '1', ...h264Video] },
  tiny: { extension: 'mp4', args: [...picture('64x48', 1), ...h264Video] },
  /** A running clock with sound. Has only the lowest quality, and few frames, so that it is encoded quickly. */
  film: film('320x180', 4),
  longFilm: film('320x180', 24),
  /** Long enough to seek in, and large enough for two qualities. */
  show: film('640x360', 24),
  ninetySeconds: film('640x360', 90),
  /** Its header states twice the duration that the file has. */
  lying: {
    extension: 'mp4',
    args: [...picture('320x240', 4, 30), ...sound(4), ...h264Video, ...aacAudio, '-movflags', '+faststart'],
    after: (path) => cut(path, 0.5),
  },
  /** Two frames, the second after 13 hours. */
  tooLong: {
    extension: 'mp4',
    args: [...picture('64x64', 2, 1), '-vf', 'setpts=N*46800/TB', '-fps_mode', 'vfr', ...h264Video],
  },
  audioOnly: { extension: 'm4a', args: [...sound(1), ...aacAudio] },
  /** Music whose only picture is its cover art. */
  coverArt: {
    extension: 'm4a',
    args: [
      ...[...sound(1), ...picture('320x320', 1), '-map', '0:a', '-map', '1:v', ...aacAudio],
      ...['-c:v', 'mjpeg', '-frames:v', '1', '-disposition:v', 'attached_pic'],
    ],
  },
  /** Cut off: the index at its end is missing. */
  truncated: {
    extension: 'mp4',
    args: [...picture('320x240', 2), ...h264Video],
    after: (path) => cut(path, 0.5),
  },
  empty: {
    extension: 'mp4',
    args: [...picture('64x48', 1), ...h264Video],
    after: (path) => truncate(path, 0),
  },
  /** A header without any frames. */
  noFrames: {
    extension: 'mp4',
    args: [...picture('64x48', 1), ...h264Video, '-movflags', '+empty_moov+frag_keyframe'],
    after: async (path) => truncate(path, (await readFile(path)).indexOf('moof') - 4),
  },
  gigantic: { extension: 'mkv', args: [...picture('8256x32', 1), '-frames:v', '1', '-c:v', 'ffv1'] },
  minute: { extension: 'mkv', args: [...picture('8x8', 1), '-c:v', 'mpeg4'] },
  exoticCodec: { extension: 'mkv', args: [...picture('64x64', 1, 5), '-c:v', 'cinepak'] },
  animatedGif: { extension: 'gif', args: [...picture('64x64', 1, 5)] },
} satisfies Record<string, Recipe>

export type ClipName = keyof typeof recipes

/** The path of a clip, which is generated on first use. */
export async function clip(name: ClipName): Promise<string> {
  const { extension, args, after }: Recipe = recipes[name]
  const path = join(directory, `${clipKey(name)}.${extension}`)
  if (await isThere(path)) return path
  await mkdir(directory, { recursive: true })
  // Test files run in parallel: each may generate the clip, and the last one to finish wins.
  const own = join(directory, `${process.pid}-${Date.now()}-${name}.${extension}`)
  await run('ffmpeg', ['-nostdin', '-loglevel', 'error', '-y', ...args, own])
  await after?.(own)
  await rename(own, path)
  return path
}

/** The name of a clip with a hash of its recipe. */
export function clipKey(name: ClipName): string {
  const { args, after }: Recipe = recipes[name]
  const recipe = createHash('sha1')
    .update(JSON.stringify([args, String(after)]))
    .digest('hex')
  return `${name}-${recipe.slice(0, 10)}`
}

/** A playlist named like a video, which would make ffmpeg open another file in the same directory. */
export async function playlistClip(
  kind: 'hls' | 'concat',
  target: string,
  directory: string,
): Promise<string> {
  const texts = {
    hls: `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n${target}\n#EXT-X-ENDLIST\n`,
    concat: `ffconcat version 1.0\nfile '${target}'\n`,
  }
  const path = join(directory, `${kind}.mp4`)
  await writeFile(path, texts[kind])
  return path
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

async function cut(path: string, share: number): Promise<void> {
  const { length } = await readFile(path)
  await truncate(path, Math.floor(length * share))
}

async function spoil(path: string, text: string): Promise<void> {
  const bytes = await readFile(path)
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text)) bytes.fill(0xff, at, at + text.length)
  await writeFile(path, bytes)
}

/** Written by hand, because the option of ffmpeg for this differs between versions. */
async function turnQuarter(path: string): Promise<void> {
  const bytes = await readFile(path)
  const matrix = bytes.indexOf('tkhd') + 44
  const quarter = [0, 1 << 16, 0, -1 << 16, 0, 0, 360 << 16, 0, 1 << 30]
  for (const [index, value] of quarter.entries()) bytes.writeInt32BE(value, matrix + index * 4)
  await writeFile(path, bytes)
}
