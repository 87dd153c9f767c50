import type { TweetPicture as Picture } from '@vireo/contract'
import { lazy, Suspense, useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { TweetPicture } from './tweet-picture.tsx'

const loadLightbox = () => import('./lightbox.tsx').then((m) => ({ default: m.Lightbox }))
const Lightbox = lazy(loadLightbox)

/** No picture is taller than 5:4 or flatter than 3:1 on a card; the lightbox shows all of it. */
const shapes = { tallest: 4 / 5, flattest: 3 }

type TweetPicturesProps = { pictures: Picture[]; author: string; isEager: boolean }

/** One picture large, more in two columns. Each opens the lightbox, whose code comes when it is wanted. */
export function TweetPictures({ pictures, author, isEager }: TweetPicturesProps) {
  // Not there until first asked for, then kept so that it can fade out.
  const [lightbox, setLightbox] = useState<{ index: number; isOpen: boolean }>()
  const prefetch = () => void loadLightbox().catch(() => {})
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
            onClick={() => setLightbox({ index, isOpen: true })}
            className={cn(
              'relative min-h-0 min-w-0 cursor-zoom-in! overflow-hidden bg-surface-2',
              'focus-visible:-outline-offset-4',
              pictures.length === 3 && index === 0 && 'row-span-2',
            )}
          >
            <TweetPicture picture={picture} sizes={isSingle ? wholeSizes : halfSizes} isEager={isEager} />
          </button>
        ))}
      </div>
      {lightbox && (
        <Suspense>
          <Lightbox
            pictures={pictures}
            title={`Images of a tweet by ${author}`}
            index={lightbox.index}
            onIndex={(index) => setLightbox({ index, isOpen: true })}
            open={lightbox.isOpen}
            onOpenChange={(isOpen) => setLightbox({ ...lightbox, isOpen })}
          />
        </Suspense>
      )}
    </>
  )
}

const wholeSizes = '(width < 768px) calc(100vw - 7rem), 36rem'
const halfSizes = '(width < 768px) calc(50vw - 3.5rem), 18rem'

function nameOf({ alt }: Picture, index: number, count: number) {
  const name = count === 1 ? 'Open image' : `Open image ${index + 1} of ${count}`
  return alt ? `${name}: ${alt}` : name
}
