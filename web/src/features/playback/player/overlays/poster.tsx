import { thumbnailAt } from '@vireo/contract'
import { cn } from '../../../../lib/cn.ts'

type PosterProps = { thumbnail: string | null; placeholder: string | null; isShown: boolean }

/** The thumbnail until the first frame, over a blurred placeholder while it loads. */
export function Poster({ thumbnail, placeholder, isShown }: PosterProps) {
  return (
    <div
      aria-hidden="true"
      className={cn(
        'pointer-events-none absolute inset-0 z-10 overflow-hidden bg-black transition-opacity duration-200',
        !isShown && 'opacity-0',
      )}
    >
      {placeholder && (
        <img alt="" src={placeholder} className="absolute size-full scale-110 object-cover blur-xl" />
      )}
      {thumbnail && (
        <img
          alt=""
          key={thumbnail}
          fetchPriority="high"
          srcSet={([320, 640, 1280] as const)
            .map((width) => `${thumbnailAt(thumbnail, width)} ${width}w`)
            .join()}
          sizes="(width < 1024px) 100vw, 66vw"
          src={thumbnail}
          className="absolute size-full object-contain"
        />
      )}
    </div>
  )
}
