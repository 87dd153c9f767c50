import { type TweetPicture as Picture, tweetImageAt, tweetImageWidths } from '@vireo/contract'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { cn } from '../../../lib/cn.ts'
import { useBackCloses } from '../../../navigation/use-back-closes.ts'
import { lazyPart, whenLoaded } from '../../../ui/lazy/lazy-part.tsx'

const Lightbox = lazyPart(() => import('./lightbox.tsx').then((m) => m.Lightbox))

/** Cards crop pictures to between 4:5 and 3:1; the lightbox shows the whole picture. */
const shapes = { tallest: 4 / 5, flattest: 3 }

type TweetPicturesProps = { pictures: Picture[]; author: string; isEager: boolean }

/** One large picture, or several in two columns. Each opens the lightbox, which is loaded on demand. */
export function TweetPictures({ pictures, author, isEager }: TweetPicturesProps) {
  // Mounted when first opened, then kept so that it can fade out.
  const [lightbox, setLightbox] = useState<{ index: number; isOpen: boolean }>()
  const close = () => setLightbox((shown) => shown && { ...shown, isOpen: false })
  useBackCloses(lightbox?.isOpen ?? false, close)
  const prefetch = () => void Lightbox.load()
  const [first] = pictures
  if (!first) return null
  const isSingle = pictures.length === 1
  const ratio = Math.min(shapes.flattest, Math.max(shapes.tallest, first.width / first.height))
  return (
    <>
      <div
        style={{ aspectRatio: isSingle ? ratio : '16 / 9' }}
        className={cn(
          'relative z-10 mt-3 grid max-h-[32rem] w-full gap-0.5 overflow-hidden rounded-card border border-border bg-border',
          !isSingle && 'auto-rows-fr grid-cols-2',
        )}
      >
        {pictures.map((picture, index) => (
          <button
            key={picture.url}
            type="button"
            aria-label={nameOf(picture, index, pictures.length)}
            onPointerEnter={prefetch}
            onFocus={prefetch}
            onClick={() => whenLoaded(Lightbox, () => setLightbox({ index, isOpen: true }))}
            className={cn(
              'relative min-h-0 min-w-0 cursor-zoom-in overflow-hidden bg-surface-2',
              'focus-visible:-outline-offset-4',
              pictures.length === 3 && index === 0 && 'row-span-2',
            )}
          >
            <TweetPicture
              picture={picture}
              sizes={isSingle ? fullWidthSizes : halfWidthSizes}
              isEager={isEager}
            />
          </button>
        ))}
      </div>
      {lightbox && (
        <Lightbox
          pictures={pictures}
          title={`Images of a tweet by ${author}`}
          index={lightbox.index}
          onIndexChange={(index) => setLightbox({ index, isOpen: true })}
          open={lightbox.isOpen}
          onClose={close}
        />
      )}
    </>
  )
}

const fullWidthSizes = '(width < 768px) calc(100vw - 7rem), 36rem'
const halfWidthSizes = '(width < 768px) calc(50vw - 3.5rem), 18rem'

function nameOf({ alt }: Picture, index: number, count: number) {
  const name = count === 1 ? 'Open image' : `Open image ${index + 1} of ${count}`
  return alt ? `${name}: ${alt}` : name
}

type TweetPictureProps = { picture: Picture; sizes: string; isEager: boolean }

/** Fills a box of known size; shows a blurred placeholder until the image is loaded. */
function TweetPicture({ picture, sizes, isEager }: TweetPictureProps) {
  const { url, alt, width, height, placeholder } = picture
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  return (
    <>
      {state !== 'shown' && (
        <img src={placeholder} alt="" className="absolute inset-0 size-full scale-110 object-cover blur-md" />
      )}
      {state === 'failed' ? (
        <ImageOff aria-hidden="true" className="absolute inset-0 m-auto size-8 stroke-[1.5] text-white" />
      ) : (
        <img
          src={url}
          srcSet={tweetImageWidths.map((size) => `${tweetImageAt(url, size)} ${size}w`).join(', ')}
          sizes={sizes}
          alt={alt}
          width={width}
          height={height}
          loading={isEager ? 'eager' : 'lazy'}
          decoding="async"
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </>
  )
}
