import { type Channel, coverAt, coverWidth, coverWidths } from '@vireo/contract'
import { useState } from 'react'

/** Decoration. Four times as wide as high; without a picture a quiet surface of that shape. */
export function ProfileCover({ coverimage }: Pick<Channel, 'coverimage'>) {
  const [failed, setFailed] = useState<string>()
  return (
    <div className="-mx-4 -mt-6 aspect-4/1 overflow-hidden bg-surface-2 sm:mx-0 sm:mt-0 sm:rounded-card">
      {coverimage && coverimage !== failed && (
        <img
          src={coverimage}
          srcSet={coverWidths.map((width) => `${coverAt(coverimage, width)} ${width}w`).join(', ')}
          sizes="(width < 56rem) 100vw, 56rem"
          alt=""
          width={coverWidth}
          height={coverWidth / 4}
          fetchPriority="high"
          onError={() => setFailed(coverimage)}
          className="size-full object-cover"
        />
      )}
    </div>
  )
}
