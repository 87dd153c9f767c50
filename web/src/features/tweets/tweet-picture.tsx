import { type TweetPicture as Picture, tweetImageAt, tweetImageWidths } from '@vireo/contract'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'

type TweetPictureProps = { picture: Picture; sizes: string; isEager: boolean }

/** Fills its box, which has its size from the start: a blurred tiny picture until the image is there. */
export function TweetPicture({ picture, sizes, isEager }: TweetPictureProps) {
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
