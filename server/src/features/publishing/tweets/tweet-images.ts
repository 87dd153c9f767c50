import { limits, tweetImageWidths } from '@vireo/contract'
import { asBadRequest } from '../../../http/api/as-bad-request.ts'
import type { ReceivedFile } from '../../../http/api/multipart.ts'
import { type EncodedImage, encodeSizes, makePlaceholder, withImage } from '../../../media/images/images.ts'

/** Animations are slow to encode: their largest width, and the most pixels of all frames together. */
const animationWidth = 640
const animationPixels = 60_000_000

/** An image in its sizes, ready to be stored; `width` and `height` are of the largest. */
interface TweetImage {
  width: number
  height: number
  placeholder: string
  encoded: EncodedImage[]
}

/** One after the other: a single image uses all threads of the encoder. */
export async function encodeTweetImages(files: ReceivedFile[]): Promise<TweetImage[]> {
  const images: TweetImage[] = []
  for (const [i, { path }] of files.entries()) {
    const label = files.length > 1 ? `Photo ${i + 1}` : undefined
    images.push(await asBadRequest('image', () => encodeTweetImage(path), label))
  }
  return images
}

function encodeTweetImage(path: string): Promise<TweetImage> {
  const options = {
    maxBytes: limits.tweetImageBytes,
    animated: true,
    maxAnimationPixels: animationPixels,
  }
  return withImage(path, options, async (image) => {
    const encoded = await encodeSizes(image, sizesFor(image.frames > 1))
    const { width, height } = encoded.reduce((a, b) => (b.width > a.width ? b : a))
    return { width, height, placeholder: await makePlaceholder(image), encoded }
  })
}

const sizesFor = (isAnimated: boolean) =>
  tweetImageWidths.map((name) => {
    const width = isAnimated ? Math.min(name, animationWidth) : name
    // The height is limited too, because WebP has a maximum.
    return { name: String(name), width, height: width * 4, fit: 'inside' as const }
  })
