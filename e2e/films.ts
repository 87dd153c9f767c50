import { execFile } from 'node:child_process'
import { access, mkdir, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

interface Film {
  size: string
  seconds: number
}

/** Enough to see it move; each frame is encoded in every quality. */
const framesPerSecond = 6

/** Long enough to seek in, in two qualities. */
export const longFilm = (): Promise<string> => film({ size: '640x360', seconds: 24 })

/** In the lowest quality only, which the machine that runs the tests encodes quickly. */
export const smallFilm = (seconds: number): Promise<string> => film({ size: '320x180', seconds })

/** The path of a film with sound, which is made on first use: a still picture with a moving clock. */
async function film({ size, seconds }: Film): Promise<string> {
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
