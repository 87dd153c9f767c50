import { readFile, stat } from 'node:fs/promises'
import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'
import { megabyte } from '../../lib/text/bytes.ts'
import { RefusedMediaError } from '../refused.ts'

// Only these four loaders may open a file, regardless of its content.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
})
// Pictures share the machine with requests and transcodes, so only two are processed at once, with one thread each.
sharp.concurrency(1)
sharp.cache(false)
const limitDecoding = pLimit(2)
const limitImages = pLimit(2)

type InputFormat = 'jpeg' | 'png' | 'gif' | 'webp'
type OutputFormat = 'webp' | 'avif' | 'jpeg'

interface ReadImageOptions {
  maxBytes?: number
  /** For one frame. */
  maxPixels?: number
  /** For all frames of an animation together; twice `maxPixels` by default. */
  maxAnimationPixels?: number
  /** Keeps all frames of a GIF or WebP. Otherwise only the first one is used. */
  animated?: boolean
}

export interface Image {
  bytes: Buffer
  format: InputFormat
  /** As displayed, after the EXIF orientation is applied. */
  width: number
  height: number
  /** 1 unless it is an animation that was read with `animated`. */
  frames: number
  maxPixels: number
}

export interface ImageSize {
  name: string
  width: number
  /** Without it, the picture keeps its aspect ratio. */
  height?: number
  /** `cover` (the default) fills the size and crops; `inside` fits into it. Neither enlarges a picture. */
  fit?: 'cover' | 'inside'
}

export interface EncodedImage {
  name: string
  format: OutputFormat
  contentType: string
  width: number
  height: number
  isAnimated: boolean
  bytes: Buffer
}

/** Even small frames take some time each. */
const maxFrames = 1000

/**
 * Reads a picture and calls `work` with it. Only two pictures are in memory at a time, so this may have to wait. Never
 * call it in a transaction, which would keep its connection meanwhile.
 */
export async function withImage<T>(
  path: string,
  options: ReadImageOptions,
  work: (image: Image) => Promise<T>,
): Promise<T> {
  assertFileSize((await stat(path)).size, options)
  return limitImages(async () => work(await readImage(await readFile(path), options)))
}

/** Checks a picture by its content and not by its name. Throws RefusedMediaError with a message for people. */
export async function readImage(source: Uint8Array, options: ReadImageOptions = {}): Promise<Image> {
  const { maxPixels = 50_000_000, animated = false } = options
  const { maxAnimationPixels = maxPixels * 2 } = options
  assertFileSize(source.byteLength, options)
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  const format = sniffFormat(bytes)
  const meta = await decode(() => sharp(bytes, { limitInputPixels: false }).metadata())
  const { width, height } = meta.autoOrient
  const frames = animated ? (meta.pages ?? 1) : 1
  if (width * height > maxPixels) {
    const megapixels = Math.round(maxPixels / 1e6)
    throw new RefusedMediaError(`This picture has more than ${megapixels} megapixels.`)
  }
  if (frames > maxFrames || (frames > 1 && width * height * frames > maxAnimationPixels)) {
    throw new RefusedMediaError('This animation has too many frames for its size.')
  }
  return { bytes, format, width, height, frames, maxPixels }
}

function assertFileSize(size: number, { maxBytes = 10 * megabyte }: ReadImageOptions): void {
  if (size <= maxBytes) return
  const megabytes = Math.round((maxBytes / megabyte) * 10) / 10
  throw new RefusedMediaError(`This picture is larger than ${megabytes} MB.`)
}

/** Makes one file per size and format, upright and without metadata. Only WebP keeps animations. */
export async function encodeSizes(
  image: Image,
  sizes: readonly ImageSize[],
  formats: readonly OutputFormat[] = ['webp'],
): Promise<EncodedImage[]> {
  // Several sizes of a small picture have the same pixels, which are encoded once.
  const made = new Map<string, Promise<EncodedImage>>()
  const wanted = sizes.flatMap((size) => formats.map((format) => ({ size, format })))
  const encodings = wanted.map(async ({ size, format }) => {
    const { width, height } = fitBox(image, size)
    const key = `${width}x${height}.${format}`
    const encoding = made.get(key) ?? encode(image, size, format)
    made.set(key, encoding)
    return { ...(await encoding), name: size.name }
  })
  return Promise.all(encodings)
}

/** A data URI of less than 400 bytes: the picture at 16 px, which the page enlarges and blurs. */
export async function makePlaceholder(image: Image): Promise<string> {
  const { data } = await decode(() =>
    open(image, false)
      .resize(16, 16, { fit: 'inside' })
      .webp({ quality: 20, alphaQuality: 20, effort: 6 })
      .toBuffer({ resolveWithObject: true }),
  )
  return `data:image/webp;base64,${data.toString('base64')}`
}

async function encode(image: Image, size: ImageSize, format: OutputFormat): Promise<EncodedImage> {
  const isAnimated = image.frames > 1 && format === 'webp'
  const box = fitBox(image, size)
  const { data, info } = await decode(() =>
    encoderFor(open(image, isAnimated).resize(box.width, box.height, { fit: 'cover' }), format, isAnimated)
      .timeout({ seconds: 60 })
      .toBuffer({ resolveWithObject: true }),
  )
  const height = info.pageHeight ?? info.height
  return {
    name: size.name,
    format,
    contentType: `image/${format}`,
    width: info.width,
    height,
    isAnimated,
    bytes: data,
  }
}

/** The size of the result: the requested one, reduced in proportion so that the picture is never enlarged. */
export function fitBox(image: { width: number; height: number }, size: ImageSize) {
  const { width, height, fit = 'cover' } = size
  const scale =
    height === undefined || fit === 'inside'
      ? Math.min(1, width / image.width, (height ?? Number.POSITIVE_INFINITY) / image.height)
      : Math.min(1, image.width / width, image.height / height)
  const base = height === undefined || fit === 'inside' ? image : { width, height }
  return {
    width: Math.max(1, Math.round(base.width * scale)),
    height: Math.max(1, Math.round(base.height * scale)),
  }
}

function open(image: Image, animated: boolean) {
  return sharp(image.bytes, {
    animated,
    autoOrient: true,
    failOn: 'error',
    limitInputPixels: image.maxPixels * (animated ? 2 : 1),
    sequentialRead: true,
  })
}

function encoderFor(picture: Sharp, format: OutputFormat, isAnimated: boolean) {
  // Less effort for animations, because every frame is encoded.
  if (format === 'webp') return picture.webp({ quality: 80, effort: isAnimated ? 2 : 4 })
  if (format === 'avif') return picture.avif({ quality: 55, effort: 3 })
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality: 82, mozjpeg: true })
}

function sniffFormat(bytes: Buffer): InputFormat {
  const ascii = bytes.toString('latin1', 0, 1024)
  if (ascii.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (ascii.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (ascii.startsWith('GIF87a') || ascii.startsWith('GIF89a')) return 'gif'
  if (ascii.startsWith('RIFF') && ascii.startsWith('WEBP', 8)) return 'webp'
  const problem = /<svg[\s>]/i.test(ascii)
    ? 'SVG pictures are not accepted.'
    : 'This file is not a picture we know.'
  throw new RefusedMediaError(`${problem} Please choose a JPG, PNG, GIF or WebP picture.`)
}

async function decode<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await limitDecoding(work)
  } catch (cause) {
    if (cause instanceof Error && cause.message.startsWith('timeout'))
      throw new RefusedMediaError('This picture takes too long to read.', { cause })
    throw new RefusedMediaError('This picture is damaged and cannot be read.', { cause })
  }
}
