import { cn } from '../../lib/cn.ts'

/** The player's box, also where it is drawn before the page is there. */
export const playerClass = (isTheatre: boolean) =>
  cn(
    'player dark group/player @container relative isolate aspect-video w-full overflow-hidden bg-black text-sm text-text outline-none',
    isTheatre ? 'max-h-[calc(100dvh-10rem)]' : 'md:rounded-card',
    'fullscreen:max-h-none fullscreen:rounded-none',
  )
