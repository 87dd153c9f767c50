import { execFile } from 'node:child_process'
import { access, mkdir, readFile, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { api, type Comment, type Video, type Visibility } from '@vireo/contract'
import type { TestClient } from '../server/test/client.ts'
import type { Person } from './site.ts'
import { test as base, expect, publishVideo, waitForVideo, watchPath } from './videos.ts'

const filmSeconds = 60
export const filmDescription = [
  'The first line, with <b>tags</b> & signs as typed.',
  '0:40 the second part, and 9:59 which is after the end',
  'Notes: https://example.org/a?b=1&c=2.',
  'A fourth line.',
  'The last line.',
].join('\n')

/** Someone with videos to watch, on the site of this worker. */
export interface Stage {
  person: Person
  client: TestClient
  /** A minute with sound, in two qualities, with a description of five lines. */
  film: Video
  /** A second long. */
  short: Video
}

export const test = base.extend<object, { stage: Stage }>({
  stage: [
    async ({ site }, use) => {
      const { person, client } = await site.signUp({ fullname: 'Lark Filmmaker' })
      const [film, short] = await Promise.all([
        uploadFilm(client, { title: 'A minute of colours', description: filmDescription }),
        publishVideo(client, { title: 'A short one' }),
      ])
      await use({ person, client, film, short })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

interface FilmDetails {
  title: string
  description?: string
  visibility?: Visibility
}

async function uploadFilm(client: TestClient, details: FilmDetails): Promise<Video> {
  const form = new FormData()
  for (const [name, value] of Object.entries(details)) form.append(name, value)
  form.append('videofile', new Blob([await readFile(await makeFilm())]), 'film.mp4')
  const { status, data, message } = await client.call(api.video.upload, { form })
  if (status !== 200) throw new Error(message)
  return waitForVideo(client, data._id, ({ renditions }) => renditions.length > 1)
}

/** Made once per machine: few frames, so that it takes little to process. */
async function makeFilm(): Promise<string> {
  const directory = join(tmpdir(), 'vireo-test-clips')
  const path = join(directory, `film-${filmSeconds}-v1.mp4`)
  if (
    await access(path).then(
      () => true,
      () => false,
    )
  )
    return path
  await mkdir(directory, { recursive: true })
  const own = join(directory, `film-${process.pid}.mp4`)
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=10:duration=${filmSeconds}`]
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${filmSeconds}`]
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '20', '-c:a', 'aac']
  const quiet = ['-nostdin', '-loglevel', 'error', '-y']
  await promisify(execFile)('ffmpeg', [...quiet, ...picture, ...sound, ...codecs, own])
  await rename(own, path)
  return path
}

export const player = (page: Page): Locator => page.getByRole('region', { name: 'Video player' })
export const media = (page: Page): Locator => player(page).locator('video')
export const title = (page: Page): Locator => page.getByRole('main').getByRole('heading', { level: 1 })

/** One property of the <video>, as it is now. */
export const mediaValue = <Name extends keyof HTMLVideoElement>(page: Page, name: Name) =>
  media(page).evaluate((element, key) => (element as HTMLVideoElement)[key as Name], name)

export const timeOf = (page: Page): Promise<number> => mediaValue(page, 'currentTime')

/** The picture really moves on from where it is. */
export async function expectPlaying(page: Page): Promise<void> {
  const from = await timeOf(page)
  await expect.poll(() => timeOf(page), { intervals: [50] }).toBeGreaterThan(from + 0.2)
}

export async function openPlaying(page: Page, video: Pick<Video, '_id'>): Promise<void> {
  await page.goto(watchPath(video))
  await expect.poll(() => timeOf(page).catch(() => 0), { timeout: 20_000 }).toBeGreaterThan(0)
}

/** Stops the player, so that nothing moves while a test looks at something else. */
export async function pause(page: Page): Promise<void> {
  await media(page).evaluate((element: HTMLVideoElement) => element.pause())
}

export async function addComment(
  client: TestClient,
  videoId: string,
  comment: string,
  parentId?: string,
): Promise<Comment> {
  const body = { comment, ...(parentId && { parentId }) }
  const { status, data, message } = await client.call(api.comment.addToVideo, { params: { videoId }, body })
  if (status !== 200) throw new Error(message)
  return data.comment
}

export { expect }
