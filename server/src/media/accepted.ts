/**
 * What we let ffmpeg open. It knows hundreds of formats and decoders; some follow references to other
 * files (playlists, concat scripts), and the rarely used ones are where the exploits have been.
 */
const FORMATS = [
  ...['mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2'],
  ...['matroska', 'webm', 'avi', 'flv', 'ogg', 'asf', 'mpegts', 'mpeg'],
]

const VIDEO_DECODERS = [
  ...['h264', 'hevc', 'vp8', 'libvpx', 'vp9', 'libvpx-vp9', 'av1', 'libdav1d', 'libaom-av1'],
  ...['mpeg4', 'mpeg2video', 'mpeg1video', 'mpegvideo', 'h263', 'flv', 'msmpeg4v2', 'msmpeg4'],
  ...['wmv1', 'wmv2', 'wmv3', 'vc1', 'theora', 'mjpeg', 'prores', 'dnxhd', 'ffv1'],
]

const AUDIO_DECODERS = [
  ...['aac', 'aac_latm', 'libfdk_aac', 'mp3', 'mp3float', 'mp2', 'mp2float', 'opus', 'libopus'],
  ...['vorbis', 'libvorbis', 'flac', 'alac', 'ac3', 'eac3', 'dca', 'truehd', 'amrnb', 'amrwb'],
  ...['libopencore_amrnb', 'libopencore_amrwb', 'wmav1', 'wmav2', 'wmapro', 'adpcm_ms', 'adpcm_ima_wav'],
  ...['adpcm_ima_qt', 'pcm_alaw', 'pcm_mulaw', 'pcm_u8', 'pcm_s8', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le'],
  ...['pcm_s24be', 'pcm_s32le', 'pcm_s32be', 'pcm_f32le', 'pcm_f32be', 'pcm_bluray', 'pcm_dvd'],
]

const CAPTION_DECODERS = ['mov_text', 'srt', 'subrip', 'webvtt', 'ssa', 'ass']

/** ffprobe gives up on a file when it may not open the decoder of any stream, used by us or not. */
const BYSTANDERS = [...CAPTION_DECODERS, ...['png', 'text', 'cc_dec', 'pgssub', 'dvdsub', 'dvbsub', 'xsub']]

/** Decoders beside those of picture and sound, by what is to be read. */
const BESIDES = { used: [], captions: CAPTION_DECODERS, all: BYSTANDERS }

/** Codecs have other names than their decoders in ffprobe's answer; these are the ones that differ. */
const CODEC_NAMES = ['flv1', 'msmpeg4v3', 'dts', 'amr_nb', 'amr_wb']

const ACCEPTED = new Set([...VIDEO_DECODERS, ...AUDIO_DECODERS, ...CODEC_NAMES])

export function isAcceptedCodec(codec: string): boolean {
  return ACCEPTED.has(codec)
}

/** The files that a command reads, which the sandbox must show. */
export function inputsIn(args: readonly string[]): string[] {
  const named = args.filter((_, index) => args[index - 1] === '-i')
  return named.filter((input) => input.startsWith('file:/')).map((input) => input.slice('file:'.length))
}

/** Goes before every `-i`: nothing but this one local file, opened with what we accept. */
export function guardedInput(path: string, streams: keyof typeof BESIDES = 'used'): string[] {
  const decoders = [...VIDEO_DECODERS, ...AUDIO_DECODERS, ...BESIDES[streams]]
  return [
    ...['-protocol_whitelist', 'file'],
    ...['-format_whitelist', FORMATS.join(',')],
    ...['-codec_whitelist', decoders.join(',')],
    ...['-i', `file:${path}`],
  ]
}
