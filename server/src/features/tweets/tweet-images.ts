import { limits, tweetImageWidths } from '@vireo/contract'
import type { ReceivedFile } from '../../http/multipart.ts'
import { refuse } from '../../http/refuse-media.ts'
import { type EncodedImage, encodeSizes, makePlaceholder, withImage } from '../../media/images.ts'

/** Frames cost time: an animation is not kept wider than this, nor taken with more pixels than this in all. */
const animationWidth = 640
const animationPixels = 60_000_000

/** An image in its sizes, ready to be stored; `width` and `height` are of the largest. */
interface TweetImage {
  width: number
  height: number
  placeholder: string
  encoded: EncodedImage[]
}

/** One after the other: a single image keeps all hands of the encoder busy already. */
export async function encodeTweetImages(files: ReceivedFile[]): Promise<TweetImage[]> {
  const images: TweetImage[] = []
  for (const [i, { path }] of files.entries()) {
    const which = files.length > 1 ? `Photo ${i + 1}` : undefined
    images.push(await refuse('image', () => encodeTweetImage(path), which))
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
    // However long a picture is, it must fit into what WebP can hold.
    return { name: String(name), width, height: width * 4, fit: 'inside' as const }
  })
