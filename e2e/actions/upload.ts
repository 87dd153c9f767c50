import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, appendFile, mkdir, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CDPSession, Page, Request } from '@playwright/test'
import { expect } from '@playwright/test'

export const picture = new URL('../../web/public/icon-512.png', import.meta.url).pathname

const megabyte = 1024 * 1024

/** A file that is slow to send and quick to process: a two-second video, padded with bytes that every player skips. */
export async function bulkyClip(paddingBytes = 2 * megabyte): Promise<string> {
  const folder = join(tmpdir(), 'vireo-e2e-clips', String(paddingBytes))
  const path = join(folder, 'holiday.mp4')
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (isThere) return path
  await mkdir(folder, { recursive: true })
  const own = join(folder, `${process.pid}.mp4`)
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=24:duration=2']
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
  await promisify(execFile)('ffmpeg', ['-loglevel', 'error', '-y', ...source, ...video, own])
  const box = randomBytes(paddingBytes)
  box.writeUInt32BE(paddingBytes, 0)
  box.write('free', 4, 'latin1')
  await appendFile(own, box)
  // The other worker may create it too; the last to finish wins.
  await rename(own, path)
  return path
}

/** The fields and buttons of the upload form. */
export const form = (page: Page) => ({
  video: page.getByLabel('Video file'),
  title: page.getByLabel('Title'),
  description: page.getByLabel('Description'),
  thumbnail: page.getByLabel('Thumbnail', { exact: true }),
  submit: page.getByRole('button', { name: 'Upload Video' }),
  bar: page.getByRole('progressbar', { name: /^Upload of/ }),
  button: (name: string) => page.getByRole('button', { name, exact: true }),
})

interface Choice {
  title: string
  /** A path, or the file itself. */
  file: string | { name: string; mimeType: string; buffer: Buffer }
}

/** Opens the form and fills in everything a video needs, without submitting. The file is sent at once. */
export async function openForm(page: Page, choice: Choice): Promise<void> {
  await page.goto('/upload-video')
  await fillForm(page, choice)
}

/** Opens the form over a slow connection, on which sending the file would take more than half a minute. */
export async function openSlowForm(page: Page, choice: Choice): Promise<void> {
  await page.goto('/upload-video')
  await limitUpload(page, slow)
  await fillForm(page, choice)
}

export async function fillForm(page: Page, { title, file }: Choice): Promise<void> {
  const { video, title: titleField, thumbnail, submit } = form(page)
  await video.setInputFiles(file)
  await titleField.fill(title)
  await thumbnail.setInputFiles(picture)
  await expect(submit).toBeEnabled()
}

const slow = 50_000
const sessions = new WeakMap<Page, CDPSession>()

/** Slows down uploads, so that a test can act in the middle of one. `null` removes the limit. */
export async function limitUpload(page: Page, bytesPerSecond: number | null): Promise<void> {
  // The limit belongs to a DevTools session, so each page keeps one session.
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, session)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond ?? -1,
  })
}

/** Submits the form over a slow connection and waits until the upload progresses. */
export async function uploadPartly(page: Page): Promise<void> {
  await limitUpload(page, slow)
  await form(page).submit.click()
  await expect.poll(() => percentOf(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(5)
}

export async function percentOf(page: Page): Promise<number> {
  return Number((await form(page).bar.getAttribute('aria-valuenow')) ?? 0)
}

/** Collects the offset of each part of a file that is sent, in order. */
export function watchOffsets(page: Page): number[] {
  const offsets: number[] = []
  page.on('request', (request) => {
    if (isPart(request)) offsets.push(Number(request.headers()['upload-offset']))
  })
  return offsets
}

export function isPart(request: Request): boolean {
  return request.method() === 'PATCH' && request.url().includes('/video/uploads/')
}
