import { api } from '@vireo/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import { formWith, picture } from '../../../../../test/content/pictures.ts'

let app: TestApp
let robin: Awaited<ReturnType<TestApp['signedIn']>>
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.advance(16 * 60)
  robin = await app.signedIn()
})
afterAll(() => app.close())

const sendAvatar = (bytes: Uint8Array, name?: string, type?: string) =>
  robin.call(api.accounts.updateAvatar, { form: formWith('avatar', bytes, name, type) })
const sendCover = (bytes: Uint8Array) =>
  robin.call(api.accounts.updateCover, { form: formWith('coverimage', bytes) })

/** Loads the picture at an address, optionally in another size. */
async function load(address: string | null, size?: number) {
  const path = size ? (address ?? '').replace(/\d+\.webp$/, `${size}.webp`) : (address ?? '')
  const response = await app.visitor().fetch(path)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('an avatar', () => {
  it.each(['jpeg', 'png', 'gif', 'webp'] as const)('may be a %s with any file name', async (format) => {
    const bytes = await picture(400, 300)[format]().toBuffer()
    const answer = await sendAvatar(bytes, 'holiday.txt', 'text/plain')
    expect(answer).toMatchObject({ status: 200, message: 'Avatar updated successfully' })
    const { response } = await load(answer.data.avatar)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/webp')
  })

  it('is square in the sizes that the pages use, and the same for everybody', async () => {
    const { data } = await sendAvatar(await picture(900, 600).jpeg().toBuffer())
    expect(data.avatar).toMatch(/^\/media\/avatars\/[\w-]{32}\/160\.webp$/)
    for (const size of [64, 160, 320]) {
      const { bytes } = await load(data.avatar, size)
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: size, height: size })
    }
    const params = { username: robin.person.username }
    const channel = await app.visitor().call(api.accounts.channel, { params })
    expect(channel.data.avatar).toBe(data.avatar)
  })

  it('is not enlarged beyond its original size', async () => {
    const { data } = await sendAvatar(await picture(100, 100).png().toBuffer())
    const { bytes } = await load(data.avatar, 320)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 100, height: 100 })
  })

  it('is rotated upright and contains no data about the camera or the place', async () => {
    const bytes = await picture(400, 300)
      .withExif({ IFD0: { Make: 'Secret Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(bytes.includes('Secret Camera')).toBe(true)
    const { data } = await sendAvatar(bytes)
    for (const size of [64, 160, 320]) {
      const served = await load(data.avatar, size)
      expect(served.bytes.includes('Secret Camera')).toBe(false)
      const { exif, xmp, icc, orientation } = await sharp(served.bytes).metadata()
      expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined])
    }
  })

  it('made from an animated GIF is its first frame', async () => {
    const frames = await Promise.all([1, 2].map(() => picture(64, 64).png().toBuffer()))
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const { data } = await sendAvatar(gif)
    const { bytes } = await load(data.avatar, 64)
    expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1)
  })
})

describe('a cover', () => {
  it('is four times as wide as high, in the sizes that the pages use', async () => {
    const answer = await sendCover(await picture(3000, 1000).jpeg().toBuffer())
    expect(answer).toMatchObject({ status: 200, message: 'Your cover image updated successfully' })
    expect(answer.data.coverimage).toMatch(/^\/media\/covers\/[\w-]{32}\/1280\.webp$/)
    for (const width of [640, 1280, 2048]) {
      const { bytes } = await load(answer.data.coverimage, width)
      expect(await sharp(bytes).metadata()).toMatchObject({ width, height: width / 4 })
    }
  })

  it('does not change the avatar', async () => {
    const { data } = await sendAvatar(await picture(64, 64).png().toBuffer())
    const answer = await sendCover(await picture(640, 160).png().toBuffer())
    expect(answer.data.avatar).toBe(data.avatar)
  })
})

describe('a new picture', () => {
  it('has a new address, and the files of the old one are removed', async () => {
    const { storage, sql } = app.context
    const first = await sendAvatar(await picture(320, 320).png().toBuffer())
    const second = await sendAvatar(await picture(320, 320).png().toBuffer())
    expect(second.data.avatar).not.toBe(first.data.avatar)
    await app.runJobs()
    expect((await load(first.data.avatar)).response.status).toBe(404)
    const folder = (address: string | null) => (address ?? '').split('/').slice(2, 4).join('/')
    expect(await storage.list(folder(first.data.avatar))).toEqual([])
    expect(await storage.list(folder(second.data.avatar))).toHaveLength(3)
    // No job is left that would remove the new files later.
    const [row] =
      await sql`select count(*)::int as jobs from graphile_worker.jobs where key = ${folder(second.data.avatar)}`
    expect(row?.jobs).toBe(0)
  })

  it('sent twice at the same instant leaves one set of files', async () => {
    const bytes = await picture(320, 320).png().toBuffer()
    const answers = await Promise.all([sendCover(bytes), sendCover(bytes)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { data } = await robin.call(api.accounts.currentUser)
    await app.runJobs()
    const alive = await Promise.all(answers.map((answer) => load(answer.data.coverimage)))
    expect(alive.map(({ response }) => response.status).sort()).toEqual([200, 404])
    expect((await load(data.coverimage)).response.status).toBe(200)
  })
})
