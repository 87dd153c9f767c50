import { cn } from '../lib/cn.ts'

/** A songbird in profile. Its wing is a play triangle, cut out so that the background shows through. */
const birdPath =
  'M30.4 9.5c.6.2.6 1 0 1.2l-3.3 1.2c.3 1.2.4 2.5.4 3.8 0 7.2-4.8 12.3-11.5 12.3-2.7 0-4.9-.7-6.6-2-2 .9-4.3 1.3-7 1.2' +
  '-.9 0-1.3-1.1-.6-1.7 5-4.1 8.2-8.7 8.9-14.3C11.3 6.6 14.7 3.5 19.2 3.5c3.2 0 5.8 1.6 7.2 4.2Z' +
  'M14 13.2c0-.9 1-1.5 1.8-1l7.6 4.7c.7.5.7 1.5 0 2l-7.6 4.7c-.8.5-1.8-.1-1.8-1Z' +
  'M19.6 8.8a1.4 1.4 0 1 0 2.8 0 1.4 1.4 0 1 0-2.8 0Z'

/** In the accent of the theme: bright green on dark, deep green on light. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      aria-hidden="true"
      className={cn('base:size-8 shrink-0 base:text-accent', className)}
    >
      <path fill="currentColor" fillRule="evenodd" d={birdPath} />
    </svg>
  )
}

/** For use inside a link, which has the accessible name. The narrowest phones get only the mark. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-2', className)}>
      <LogoMark />
      <span className="text-xl leading-none font-bold tracking-[-0.03em] text-text max-[359px]:hidden">
        vireo
      </span>
    </span>
  )
}
