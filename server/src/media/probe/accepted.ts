/**
 * The formats that ffmpeg may open. It has hundreds of formats and decoders. Some follow references to other files
 * (playlists, concat scripts), and most exploits have been in the rarely used ones.
 */
const acceptedFormats = [
  ...['mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2'],
  ...['matroska', 'webm', 'avi', 'flv', 'ogg', 'asf', 'mpegts', 'mpeg'],
]

const videoDecoders = [
  ...['h264', 'hevc', 'vp8', 'libvpx', 'vp9', 'libvpx-vp9', 'av1', 'libdav1d', 'libaom-av1'],
  ...['mpeg4', 'mpeg2video', 'mpeg1video', 'mpegvideo', 'h263', 'flv', 'msmpeg4v2', 'msmpeg4'],
  ...['wmv1', 'wmv2', 'wmv3', 'vc1', 'theora', 'mjpeg', 'prores', 'dnxhd', 'ffv1'],
]

const audioDecoders = [
  ...['aac', 'aac_latm', 'libfdk_aac', 'mp3', 'mp3float', 'mp2', 'mp2float', 'opus', 'libopus'],
  ...['vorbis', 'libvorbis', 'flac', 'alac', 'ac3', 'eac3', 'dca', 'truehd', 'amrnb', 'amrwb'],
  ...['libopencore_amrnb', 'libopencore_amrwb', 'wmav1', 'wmav2', 'wmapro', 'adpcm_ms', 'adpcm_ima_wav'],
  ...['adpcm_ima_qt', 'pcm_alaw', 'pcm_mulaw', 'pcm_u8', 'pcm_s8', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le'],
  ...['pcm_s24be', 'pcm_s32le', 'pcm_s32be', 'pcm_f32le', 'pcm_f32be', 'pcm_bluray', 'pcm_dvd'],
]

const captionDecoders = ['mov_text', 'srt', 'subrip', 'webvtt', 'ssa', 'ass']

/** For streams that we do not use, because ffprobe fails if the decoder of even one stream is not allowed. */
const unusedStreamDecoders = [
  ...captionDecoders,
  ...['png', 'text', 'cc_dec', 'pgssub', 'dvdsub', 'dvbsub', 'xsub'],
]

/** The decoders besides video and audio, by which streams are read. */
const otherDecoders = { used: [], captions: captionDecoders, all: unusedStreamDecoders }

/** Codecs that have another name than their decoder in the output of ffprobe. */
const otherCodecNames = ['flv1', 'msmpeg4v3', 'dts', 'amr_nb', 'amr_wb']

const acceptedCodecs = new Set([...videoDecoders, ...audioDecoders, ...otherCodecNames])

export function isAcceptedCodec(codec: string): boolean {
  return acceptedCodecs.has(codec)
}

/** The files that a command reads, which must be visible in the sandbox. */
export function inputsIn(args: readonly string[]): string[] {
  const named = args.filter((_, index) => args[index - 1] === '-i')
  return named.filter((input) => input.startsWith('file:/')).map((input) => input.slice('file:'.length))
}

/** The arguments for an input: this local file and nothing else, opened with the formats and decoders above. */
export function guardedInput(path: string, streams: keyof typeof otherDecoders = 'used'): string[] {
  const decoders = [...videoDecoders, ...audioDecoders, ...otherDecoders[streams]]
  return [
    ...['-protocol_whitelist', 'file'],
    ...['-format_whitelist', acceptedFormats.join(',')],
    ...['-codec_whitelist', decoders.join(',')],
    ...['-i', `file:${path}`],
  ]
}
