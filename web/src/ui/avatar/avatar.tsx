import { useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { avatarColor, avatarLetter } from './avatar-color.ts'

export type AvatarSize = 'xs' | 'sm' | 'md' | 'lg' | 'xl'

const sizes: Record<AvatarSize, { box: string; pixels: number }> = {
  xs: { box: 'size-6 text-xs', pixels: 24 },
  sm: { box: 'size-8 text-sm', pixels: 32 },
  md: { box: 'size-10 text-base', pixels: 40 },
  lg: { box: 'size-16 text-2xl', pixels: 64 },
  xl: { box: 'size-32 text-5xl', pixels: 128 },
}

type AvatarProps = {
  name: string
  src?: string | null
  size?: AvatarSize
  /** Leave it empty next to the person's name, which it would only repeat. */
  alt?: string
  className?: string
}

/** The letter is under the picture, so that it shows while the picture loads or if it fails. */
export function Avatar({ name, src, size = 'md', alt = '', className }: AvatarProps) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const { box, pixels } = sizes[size]
  const isPicture = Boolean(src) && src !== failedSrc
  return (
    <span
      className={cn(
        'relative inline-grid shrink-0 place-items-center overflow-hidden rounded-full font-semibold text-white',
        'leading-none select-none',
        box,
        className,
      )}
      style={{ backgroundColor: avatarColor(name) }}
    >
      <span aria-hidden="true">{avatarLetter(name)}</span>
      {isPicture && (
        <img
          src={src ?? ''}
          alt={alt}
          width={pixels}
          height={pixels}
          loading="lazy"
          decoding="async"
          onError={() => setFailedSrc(src ?? '')}
          className="absolute inset-0 size-full object-cover"
        />
      )}
      {!isPicture && alt && <span className="sr-only">{alt}</span>}
    </span>
  )
}
