import { execFile } from 'node:child_process'
import { access, mkdir, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

interface Film {
  size: string
  seconds: number
}

/** Low, because each frame is encoded in every quality. */
const framesPerSecond = 6

/** Long enough to seek in, and large enough for two qualities. */
export const longFilm = (): Promise<string> => createFilm({ size: '640x360', seconds: 24 })

/** Has only the lowest quality, which is encoded quickly. */
export const smallFilm = (seconds: number): Promise<string> => createFilm({ size: '320x180', seconds })

/** The path of a film with sound, generated on first use: a test pattern with a running clock. */
export async function createFilm({ size, seconds }: Film): Promise<string> {
  const folder = join(tmpdir(), 'vireo-e2e-films')
  const name = `${size}-${seconds}-${framesPerSecond}.mp4`
  const path = join(folder, name)
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (isThere) return path
  await mkdir(folder, { recursive: true })
  const own = join(folder, `${process.pid}-${name}`)
  const picture = ['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=${framesPerSecond}:duration=${seconds}`]
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`]
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  await promisify(execFile)('ffmpeg', ['-loglevel', 'error', '-y', ...picture, ...sound, ...codecs, own])
  // The other worker may make it too; the last to finish wins.
  await rename(own, path)
  return path
}
