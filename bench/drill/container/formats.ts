import { execFile } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { api } from '@vireo/contract'
import { isFinished, waitForVideo } from '../../../server/test/content/videos.ts'
import type { DrillContext } from '../drill.ts'
import { expectOk, type Person } from '../tools/people.ts'

const hdr = ['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc']

/** Common kinds of files: the name, and how ffmpeg creates it. */
const formats: Record<string, string[]> = {
  'av1.mkv': ['-c:v', 'libaom-av1', '-usage', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'],
  'dnxhd.mov': ['-s', '1920x1080', '-r', '25', '-c:v', 'dnxhd', '-b:v', '120M', '-pix_fmt', 'yuv422p'],
  'ffv1.mkv': ['-c:v', 'ffv1', '-c:a', 'flac'],
  'flv1.flv': ['-c:v', 'flv1', '-c:a', 'mp3', '-ar', '44100'],
  'h263.3gp': ['-s', '352x288', '-c:v', 'h263', '-c:a', 'aac'],
  'hdr.mp4': ['-c:v', 'libx265', '-pix_fmt', 'yuv420p10le', ...hdr, '-c:a', 'ac3'],
  'mjpeg.mov': ['-c:v', 'mjpeg', '-c:a', 'alac'],
  'mpeg2.mpg': ['-c:v', 'mpeg2video', '-c:a', 'mp2'],
  'mpeg2.ts': ['-c:v', 'mpeg2video', '-c:a', 'mp2'],
  'msmpeg4.avi': ['-c:v', 'msmpeg4', '-c:a', 'adpcm_ms'],
  'prores.mov': ['-c:v', 'prores', '-c:a', 'pcm_s16le'],
  'theora.ogv': ['-c:v', 'libtheora', '-c:a', 'libvorbis'],
  'vp8.webm': ['-c:v', 'libvpx', '-c:a', 'libvorbis'],
  'vp9.webm': ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-c:a', 'libopus'],
  'wmv2.wmv': ['-c:v', 'wmv2', '-c:a', 'wmav2'],
  'xvid.avi': ['-c:v', 'mpeg4', '-c:a', 'libmp3lame'],
}

/** Fails unless the image's ffmpeg makes a playable video from every format. */
export async function expectEveryFormat({ folder }: DrillContext, { client }: Person): Promise<void> {
  const refused: string[] = []
  for (const [name, options] of Object.entries(formats)) {
    const path = join(folder, name)
    const sources = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=24:d=2', '-f', 'lavfi', '-i', 'sine=d=2']
    await promisify(execFile)('ffmpeg', ['-nostdin', '-v', 'error', ...sources, ...options, path])
    const form = new FormData()
    form.append('title', name)
    form.append('videofile', await openAsBlob(path), name)
    const answer = await client.call(api.videos.upload, { form })
    if (answer.status === 400) {
      refused.push(`${name}: ${answer.message}`)
      continue
    }
    expectOk(answer)
    const video = await waitForVideo(client, answer.data._id, isFinished)
    if (video.status === 'failed') refused.push(`${name}: its processing failed`)
  }
  if (refused.length > 0) throw new Error(`The image cannot read ${refused.join(', ')}`)
}
