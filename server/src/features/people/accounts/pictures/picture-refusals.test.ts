import { readdir } from 'node:fs/promises'
import { api, limits } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import { formWith, hugePng, picture } from '../../../../../test/content/pictures.ts'
import { patiently } from '../../../../../test/patience.ts'

let app: TestApp
let robin: Awaited<ReturnType<TestApp['signedIn']>>
beforeAll(async () => {
  app = await createTestApp()
  robin = await app.signedIn()
})
beforeEach(() => app.clock.advance(16 * 60))
afterAll(() => app.close())

const sendAvatar = (form: FormData) => robin.call(api.accounts.updateAvatar, { form })
const sendCover = (form: FormData) => robin.call(api.accounts.updateCover, { form })

describe('a file that is not a valid picture', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
  const unknown = 'This file is not a picture we know. Please choose a JPG, PNG, GIF or WebP picture.'
  const damaged = 'This picture is damaged and cannot be read.'

  it.each([
    ['an SVG', () => svg, 'SVG pictures are not accepted. Please choose a JPG, PNG, GIF or WebP picture.'],
    ['a text that is called .png', () => 'hello', unknown],
    ['a web page', () => '<!doctype html><script>alert(1)</script>', unknown],
    ['a PDF', () => '%PDF-1.7', unknown],
    [
      'a picture that breaks off',
      async () => (await picture(300, 200).jpeg().toBuffer()).subarray(0, 9000),
      damaged,
    ],
    ['the head of a PNG', async () => (await picture(300, 200).png().toBuffer()).subarray(0, 60), damaged],
    ['a picture of too many pixels', () => hugePng(8000, 8000), 'This picture has more than 50 megapixels.'],
  ])('is refused with a 400 and a reason: %s', async (_what, make, message) => {
    const bytes = Buffer.from(await make())
    for (const [field, send] of [
      ['avatar', sendAvatar],
      ['coverimage', sendCover],
    ] as const)
      expect((await send(formWith(field, bytes))).envelope).toEqual({
        statuscode: 400,
        message,
        data: null,
        success: false,
        code: 'request.invalid',
        errors: [{ field, message }],
      })
    const me = await robin.call(api.accounts.currentUser)
    expect(me.data).toMatchObject({ avatar: null, coverimage: null })
  })
})

describe('a form for a picture', () => {
  const empty = (field: string) => formWith(field, new Uint8Array())

  it.each([
    ['nothing', () => new FormData()],
    ['an empty file input', () => empty('avatar')],
    ['another field', () => formWith('picture', Buffer.from('x'))],
  ])('with %s says: Avatar is required', async (_what, form) => {
    const refused = await sendAvatar(form())
    expect(refused).toMatchObject({ status: 400, message: 'Avatar is required' })
    expect(refused.envelope.errors).toEqual([{ field: 'avatar', message: 'Avatar is required' }])
  })

  it.each([
    ['nothing', () => new FormData()],
    ['an empty file input', () => empty('coverimage')],
  ])('with %s says: Cover image is required', async (_what, form) => {
    const refused = await sendCover(form())
    expect(refused).toMatchObject({ status: 400, message: 'Cover image is required' })
    expect(refused.envelope.errors).toEqual([{ field: 'coverimage', message: 'Cover image is required' }])
  })

  it('with two files is refused', async () => {
    const form = formWith('avatar', Buffer.from('x'))
    form.append('avatar', new File(['y'], 'second.png'))
    expect(await sendAvatar(form)).toMatchObject({ status: 400, message: 'Too many files in avatar' })
  })

  it('that is not multipart is refused with an explanation', async () => {
    const refused = await robin.callUnchecked(api.accounts.updateAvatar, { body: { avatar: 'x' } })
    expect(refused).toMatchObject({ status: 415, message: 'Send this as multipart/form-data' })
  })
})

describe('a file that is too large', () => {
  it.each([
    ['avatar', limits.avatarBytes, 'The file is too large: at most 5 MB'],
    ['coverimage', limits.coverBytes, 'The file is too large: at most 10 MB'],
  ] as const)('as %s gets a 413: %s, %s', async (field, most, message) => {
    const send = field === 'avatar' ? sendAvatar : sendCover
    const jpeg = await picture(640, 480).jpeg().toBuffer()
    // A JPEG may be followed by any bytes: a valid picture just below and just above the limit.
    const fits = await send(formWith(field, Buffer.concat([jpeg, Buffer.alloc(most - jpeg.length)])))
    expect(fits).toMatchObject({ status: 200 })
    const refused = await send(formWith(field, Buffer.concat([jpeg, Buffer.alloc(most - jpeg.length + 1)])))
    expect(refused).toMatchObject({ status: 413, message })
    expect(refused.envelope.errors).toEqual([{ field, message }])
    const far = await send(formWith(field, Buffer.alloc(most + 3_000_000)))
    expect(far).toMatchObject({ status: 413, message })
  })
})

it('a refused upload leaves no files on the disk', async () => {
  await sendAvatar(formWith('avatar', Buffer.from('hello')))
  await sendAvatar(formWith('avatar', Buffer.alloc(limits.avatarBytes + 1)))
  const scratch = () => readdir(app.config.scratchDir).catch(() => [])
  await vi.waitFor(async () => expect(await scratch()).toEqual([]), patiently)
})
