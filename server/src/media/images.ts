import { readFile, stat } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { createWorkQueue } from '../lib/work-queue.ts'
import { RefusedMediaError } from './refused.ts'

// Only the four loaders below may ever open a file, whatever its bytes claim to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
})
// Pictures share the machine with requests and transcodes: one thread each, two at once, nothing kept.
sharp.concurrency(1)
sharp.cache(false)
const { run: limit } = createWorkQueue({ running: 2 })
const { run: takeTurn } = createWorkQueue({ running: 2 })

export type InputFormat = 'jpeg' | 'png' | 'gif' | 'webp'
export type OutputFormat = 'webp' | 'avif' | 'jpeg'

export type ReadImageOptions = {
  maxBytes?: number
  /** Of one frame. */
  maxPixels?: number
  /** Of all frames of an animation together; twice `maxPixels` unless said. */
  maxAnimationPixels?: number
  /** Keep the frames of a GIF or WebP; otherwise only its first frame is used. */
  animated?: boolean
}

export type Image = {
  bytes: Buffer
  format: InputFormat
  /** As seen, that is after the EXIF orientation is applied. */
  width: number
  height: number
  /** More than 1 only for an animation read with `animated`. */
  frames: number
  maxPixels: number
}

export type ImageSize = {
  name: string
  width: number
  /** Without a height the picture keeps its shape. */
  height?: number
  /** `cover` (the default) fills width × height and crops; `inside` fits within them. Never enlarges. */
  fit?: 'cover' | 'inside'
}

export type EncodedImage = {
  name: string
  format: OutputFormat
  contentType: string
  width: number
  height: number
  isAnimated: boolean
  bytes: Buffer
}

const MEGABYTE = 1024 * 1024
/** However small they are: each frame costs a little time of its own. */
const maxFrames = 1000

/**
 * Reads a picture and runs all the work on it in one turn of a queue, so that only two pictures are in memory at a
 * time. Never call it in a transaction, which would hold its connection while it waits.
 */
export async function withImage<T>(
  path: string,
  options: ReadImageOptions,
  work: (image: Image) => Promise<T>,
): Promise<T> {
  refuseSize((await stat(path)).size, options)
  return takeTurn(async () => work(await readImage(await readFile(path), options)))
}

/** Judges a picture by its content, never by its name; throws RefusedMediaError with a sentence to show. */
export async function readImage(source: Uint8Array, options: ReadImageOptions = {}): Promise<Image> {
  const { maxPixels = 50_000_000, animated = false } = options
  const { maxAnimationPixels = maxPixels * 2 } = options
  refuseSize(source.byteLength, options)
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  const format = sniffFormat(bytes)
  const meta = await decode(() => sharp(bytes, { limitInputPixels: false }).metadata())
  const { width, height } = meta.autoOrient
  const frames = animated ? (meta.pages ?? 1) : 1
  if (width * height > maxPixels) {
    const megapixels = Math.round(maxPixels / 1e6)
    throw new RefusedMediaError('too-many-pixels', `This picture has more than ${megapixels} megapixels.`)
  }
  if (frames > maxFrames || (frames > 1 && width * height * frames > maxAnimationPixels)) {
    throw new RefusedMediaError('too-many-pixels', 'This animation has too many frames for its size.')
  }
  return { bytes, format, width, height, frames, maxPixels }
}

function refuseSize(size: number, { maxBytes = 10 * MEGABYTE }: ReadImageOptions): void {
  if (size <= maxBytes) return
  const megabytes = Math.round((maxBytes / MEGABYTE) * 10) / 10
  throw new RefusedMediaError('too-large', `This picture is larger than ${megabytes} MB.`)
}

/** One file per size and format, upright and without any metadata. Animations stay so in WebP only. */
export async function encodeSizes(
  image: Image,
  sizes: readonly ImageSize[],
  formats: readonly OutputFormat[] = ['webp'],
): Promise<EncodedImage[]> {
  // A small picture fills several sizes with the same pixels; those are encoded once.
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

/** A data URI of well under 400 bytes: the picture at 16 px, to be stretched and blurred by the page. */
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

/** The box asked for, shrunk in its own shape until the picture fills it without being enlarged. */
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
  // Every frame costs the effort anew.
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
  const what = /<svg[\s>]/i.test(ascii)
    ? 'SVG pictures are not accepted.'
    : 'This file is not a picture we know.'
  throw new RefusedMediaError('unsupported-format', `${what} Please choose a JPG, PNG, GIF or WebP picture.`)
}

async function decode<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await limit(work)
  } catch (cause) {
    if (cause instanceof Error && cause.message.startsWith('timeout'))
      throw new RefusedMediaError('too-many-pixels', 'This picture takes too long to read.', { cause })
    throw new RefusedMediaError('damaged', 'This picture is damaged and cannot be read.', { cause })
  }
}
