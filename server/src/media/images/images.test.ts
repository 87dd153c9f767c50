import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { patiently } from '../../../test/patience.ts'
import { encodeSizes, fitBox, makePlaceholder, readImage, withImage } from './images.ts'

const secretText = 'Secret Camera'

function picture(width: number, height: number) {
  const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const
  return sharp({ create: { width, height, channels: 3, background: '#f00', noise } })
}

async function animation(format: 'gif' | 'webp') {
  const frames = await Promise.all([picture(64, 48).png().toBuffer(), picture(64, 48).png().toBuffer()])
  return sharp(frames, { join: { animated: true } })
    [format]({ delay: [100, 100] })
    .toBuffer()
}

describe('readImage', () => {
  it('recognises each accepted format by its content', async () => {
    for (const format of ['jpeg', 'png', 'gif', 'webp'] as const) {
      const bytes = await picture(40, 30)[format]().toBuffer()
      expect(await readImage(bytes)).toMatchObject({ format, width: 40, height: 30, frames: 1 })
    }
  })

  it.each([
    [
      'an SVG',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
      /^SVG pictures are not accepted/,
    ],
    ['a text', 'hello', /JPG, PNG, GIF or WebP/],
    ['an empty file', '', /JPG, PNG, GIF or WebP/],
    ['a JPEG head with an SVG body', '\xff\xd8\xff<svg xmlns="http://www.w3.org/2000/svg"/>', /damaged/],
  ])('refuses %s with an explanation', async (_what, text, message) => {
    const refusal = readImage(Buffer.from(text, 'latin1'))
    await expect(refusal).rejects.toMatchObject({ name: 'RefusedMediaError' })
    await expect(refusal).rejects.toThrow(message)
  })

  it('refuses pictures with too many bytes, pixels or frames', async () => {
    const bytes = await picture(300, 200).png().toBuffer()
    await expect(readImage(bytes, { maxBytes: 100_000 })).rejects.toThrow(
      'This picture is larger than 0.1 MB.',
    )
    await expect(readImage(bytes, { maxPixels: 50_000 })).rejects.toThrow(/more than \d+ megapixels/)
    const gif = await animation('gif')
    const tooMany = readImage(gif, { animated: true, maxPixels: 3072 - 1 })
    await expect(tooMany).rejects.toThrow(/more than \d+ megapixels/)
  })

  it('refuses a truncated picture when it is encoded', async () => {
    const bytes = await picture(300, 200).jpeg().toBuffer()
    const image = await readImage(bytes.subarray(0, bytes.length / 2))
    await expect(encodeSizes(image, [{ name: 's', width: 64 }])).rejects.toThrow(
      'This picture is damaged and cannot be read.',
    )
  })
})

it('withImage processes two pictures at a time and reads each only when its turn comes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vireo-images-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'picture')
  await writeFile(path, await picture(40, 30).png().toBuffer())
  const gate = Promise.withResolvers<void>()
  const seen: number[] = []
  const turns = [1, 2, 3].map(() =>
    withImage(path, {}, async ({ width }) => {
      seen.push(width)
      await gate.promise
    }),
  )
  await vi.waitFor(() => expect(seen).toEqual([40, 40]), patiently)
  await writeFile(path, await picture(50, 30).png().toBuffer())
  gate.resolve()
  await Promise.all(turns)
  expect(seen).toEqual([40, 40, 50])
})

describe('encodeSizes', () => {
  it('turns the picture upright and drops its metadata', async () => {
    const bytes = await picture(80, 40)
      .withExif({ IFD0: { Make: secretText }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(bytes.includes(secretText)).toBe(true)
    const image = await readImage(bytes)
    expect(image).toMatchObject({ width: 40, height: 80 })
    const files = await encodeSizes(image, [{ name: 'full', width: 100 }], ['webp', 'avif', 'jpeg'])
    expect(files.map((file) => [file.contentType, file.width, file.height])).toEqual([
      ['image/webp', 40, 80],
      ['image/avif', 40, 80],
      ['image/jpeg', 40, 80],
    ])
    for (const file of files) expect(file.bytes.includes(secretText)).toBe(false)
    const webp = await sharp(files[0]?.bytes).metadata()
    expect([webp.exif, webp.orientation, webp.icc, webp.xmp]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('crops to the requested shape and never enlarges', async () => {
    const image = await readImage(await picture(200, 100).png().toBuffer())
    const sizes = [
      { name: 'small', width: 64, height: 64 },
      { name: 'large', width: 320, height: 320 },
      { name: 'wide', width: 1280 },
    ]
    const files = await encodeSizes(image, sizes)
    expect(files.map((file) => `${file.name} ${file.width}x${file.height}`)).toEqual([
      'small 64x64',
      'large 100x100',
      'wide 200x100',
    ])
  })

  it.each(['gif', 'webp'] as const)('keeps the animation of a %s only on request', async (format) => {
    const bytes = await animation(format)
    const sizes = [{ name: 's', width: 32, height: 32 }]
    const moving = await encodeSizes(await readImage(bytes, { animated: true }), sizes, ['webp', 'jpeg'])
    expect(moving.map((file) => [file.isAnimated, file.width, file.height])).toEqual([
      [true, 32, 32],
      [false, 32, 32],
    ])
    expect((await sharp(moving[0]?.bytes).metadata()).pages).toBe(2)
    const [still] = await encodeSizes(await readImage(bytes), sizes)
    expect((await sharp(still?.bytes).metadata()).pages ?? 1).toBe(1)
  })
})

describe('fitBox', () => {
  it('fits a picture inside a box in its own shape', () => {
    const size = { name: 'x', width: 100, height: 100, fit: 'inside' as const }
    expect(fitBox({ width: 400, height: 200 }, size)).toEqual({ width: 100, height: 50 })
    expect(fitBox({ width: 40, height: 20 }, size)).toEqual({ width: 40, height: 20 })
  })
})

it('makes a placeholder of under 400 characters', async () => {
  const placeholder = await makePlaceholder(await readImage(await picture(1280, 720).jpeg().toBuffer()))
  expect(placeholder).toMatch(/^data:image\/webp;base64,/)
  expect(placeholder.length).toBeLessThan(400)
})
