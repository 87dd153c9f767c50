import type { Channel } from '@vireo/contract'
import { useState } from 'react'

/** The sizes that the server keeps; the address names the middle one. */
const widths = [640, 1280, 2048]

/** Decoration. Four times as wide as high; without a picture a quiet surface of that shape. */
export function ProfileCover({ coverimage }: Pick<Channel, 'coverimage'>) {
  const [failed, setFailed] = useState<string>()
  return (
    <div className="-mx-4 -mt-6 aspect-4/1 overflow-hidden bg-surface-2 sm:mx-0 sm:mt-0 sm:rounded-card">
      {coverimage && coverimage !== failed && (
        <img
          src={coverimage}
          srcSet={widths.map((width) => `${coverimage.replace('/1280.', `/${width}.`)} ${width}w`).join(', ')}
          sizes="(width < 56rem) 100vw, 56rem"
          alt=""
          width={1280}
          height={320}
          fetchPriority="high"
          onError={() => setFailed(coverimage)}
          className="size-full object-cover"
        />
      )}
    </div>
  )
}
