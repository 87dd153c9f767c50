import { api, limits, tweetImageAt, tweetImageWidths } from '@vireo/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { hugeGif, hugePng, picture } from '../../../../test/content/pictures.ts'
import { postTweet, smallPicture, tweetForm } from '../../../../test/content/tweets.ts'

let app: TestApp
let robin: Awaited<ReturnType<TestApp['signedIn']>>
beforeAll(async () => {
  app = await createTestApp()
  robin = await app.signedIn()
})
beforeEach(() => app.clock.advance(61))
afterAll(() => app.close())

async function load(url: string) {
  const response = await app.visitor().fetch(url)
  expect(response.status).toBe(200)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

const send = (images: Uint8Array[], fields: Record<string, string> = { content: 'Look' }) =>
  robin.call(api.tweets.create, { form: tweetForm(fields, images) })

/** Frames of noise with these delays between them. */
async function animation(format: 'gif' | 'webp', delay: number[]) {
  const frames = await Promise.all(delay.map(() => picture(64, 48).png().toBuffer()))
  return sharp(frames, { join: { animated: true } })
    [format]({ delay, loop: 0 })
    .toBuffer()
}

describe('an image', () => {
  it.each(['png', 'jpeg', 'gif', 'webp'] as const)('may be a %s with any file name', async (format) => {
    const { pictures } = await postTweet(robin, 'Hello', [await picture(64, 48)[format]().toBuffer()])
    const { response, bytes } = await load(pictures[0]?.url ?? '')
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect((await sharp(bytes).metadata()).format).toBe('webp')
  })

  it('is stored in three widths, never enlarged, with its size and orientation', async () => {
    const wide = await picture(2400, 1200).jpeg({ quality: 40 }).toBuffer()
    const { pictures } = await postTweet(robin, 'Hello', [wide, await smallPicture()])
    expect(pictures.map(({ width, height }) => [width, height])).toEqual([
      [1920, 960],
      [64, 48],
    ])
    const widthsOf = (url = '') =>
      Promise.all(
        tweetImageWidths.map(async (width) => {
          const { bytes } = await load(tweetImageAt(url, width))
          return (await sharp(bytes).metadata()).width
        }),
      )
    expect(await widthsOf(pictures[0]?.url)).toEqual([480, 960, 1920])
    expect(await widthsOf(pictures[1]?.url)).toEqual([64, 64, 64])
    for (const { placeholder } of pictures) expect(placeholder).toMatch(/^data:image\/webp;base64,/)
  })

  it('may be taller than WebP allows', async () => {
    const strip = await sharp({ create: { width: 40, height: 18_000, channels: 3, background: '#123' } })
      .png()
      .toBuffer()
    const { pictures } = await postTweet(robin, 'Hello', [strip])
    expect(pictures[0]).toMatchObject({ width: 17, height: 7680 })
  })

  it('is rotated upright and loses its metadata', async () => {
    const secret = 'Secret Camera'
    const bytes = await picture(80, 40)
      .withExif({ IFD0: { Make: secret }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(bytes.includes(secret)).toBe(true)
    const { pictures } = await postTweet(robin, 'Hello', [bytes])
    expect(pictures[0]).toMatchObject({ width: 40, height: 80 })
    for (const width of tweetImageWidths) {
      const file = await load(tweetImageAt(pictures[0]?.url ?? '', width))
      expect(file.bytes.includes(secret)).toBe(false)
      const { exif, xmp, icc, orientation } = await sharp(file.bytes).metadata()
      expect([exif, xmp, icc, orientation]).toEqual([undefined, undefined, undefined, undefined])
    }
  })

  it.each(['gif', 'webp'] as const)('that is animated keeps its frames and timing: %s', async (format) => {
    const delay = [100, 200, 300]
    const { pictures } = await postTweet(robin, 'Hello', [await animation(format, delay)])
    for (const width of tweetImageWidths) {
      const { bytes } = await load(tweetImageAt(pictures[0]?.url ?? '', width))
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', pages: 3, delay, loop: 0 })
    }
  })
})

describe('a tweet is refused', () => {
  it('if it has no image, or an empty one', async () => {
    for (const images of [[], [new Uint8Array()]]) {
      const refused = await send(images)
      expect(refused).toMatchObject({ status: 400, message: 'Select a photo' })
      expect(refused.envelope.errors).toEqual([{ field: 'image', message: 'Select a photo' }])
    }
    expect(await send([], {}), 'the text is asked for first').toMatchObject({
      message: 'Content is required',
    })
  })

  it('if it has a fifth image, while four are accepted', async () => {
    const four = await Promise.all([1, 2, 3, 4].map(smallPicture))
    expect((await postTweet(robin, 'Hello', four)).pictures).toHaveLength(4)
    const refused = await send([...four, await smallPicture()])
    expect(refused).toMatchObject({ status: 400, message: 'At most 4 photos' })
    expect(refused.envelope.errors?.[0]?.field).toBe('image')
  })

  it('if a file is over 5 MB', async () => {
    const fits = Buffer.concat([await smallPicture(), Buffer.alloc(limits.tweetImageBytes)])
    const refused = await send([fits.subarray(0, limits.tweetImageBytes + 1)])
    expect(refused).toMatchObject({ status: 413, message: 'The file is too large: at most 5 MB' })
    expect((await send([fits.subarray(0, limits.tweetImageBytes)])).status, 'exactly 5 MB').toBe(200)
  })

  const unknown = 'This file is not a picture we know. Please choose a JPG, PNG, GIF or WebP picture.'
  const damaged = 'This picture is damaged and cannot be read.'
  it.each([
    ['a text that is called .png', async () => 'hello', unknown],
    ['a web page', async () => '<!doctype html><script>alert(1)</script>', unknown],
    ['a drawing that could run', async () => '<svg onload="alert(1)"/>', /^SVG pictures are not accepted/],
    ['the head of a PNG', async () => (await smallPicture()).subarray(0, 60), damaged],
    [
      'a JPEG that breaks off',
      async () => (await picture(300, 200).jpeg().toBuffer()).subarray(0, 9000),
      damaged,
    ],
    ['a picture of too many pixels', async () => hugePng(8000, 8000), /more than 50 megapixels/],
  ])('if its image is %s, with a reason', async (_what, make, message) => {
    const refused = await send([Buffer.from(await make())])
    expect(refused.status).toBe(400)
    expect(refused.message).toMatch(message)
    expect(refused.envelope.errors?.[0]?.field).toBe('image')
  })

  it('if an animation has too many frames, with the number of the image', async () => {
    for (const gif of [hugeGif(5000, 5000, 3), hugeGif(2, 2, 1001)]) {
      const refused = await send([await smallPicture(), gif])
      expect(refused).toMatchObject({
        status: 400,
        message: 'Photo 2: This animation has too many frames for its size.',
      })
    }
  })

  it('if a description is too long, with the name of its field', async () => {
    const fields = { content: 'Look', alt2: 'x'.repeat(limits.altTextLength + 1) }
    const refused = await send([await smallPicture(), await smallPicture()], fields)
    expect(refused.status).toBe(400)
    expect(refused.envelope.errors?.[0]?.field).toBe('alt2')
  })
})

it('a tweet that fails at any point leaves no files', async () => {
  const { sql, storage } = app.context
  const before = await storage.list('tweets')
  await send([await smallPicture(), Buffer.from('not a picture')])
  await sql`
    create function refuse_tweets() returns trigger language plpgsql as
    $$ begin raise exception 'The disk of the database is full'; end $$`
  await sql`create trigger refuse before insert on tweet_images execute function refuse_tweets()`
  const failed = await send([await smallPicture()])
  expect(failed.status).toBe(500)
  expect(failed.message).toMatch(/^Something went wrong \(request [\w-]+\)$/)
  await sql`drop function refuse_tweets cascade`
  await app.runJobs()
  expect(await storage.list('tweets')).toEqual(before)
  expect(
    await sql`select from tweets where content = 'Look' and id not in (select tweet_id from tweet_images)`,
  ).toEqual([])
})
