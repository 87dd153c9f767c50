import { cn } from '../../../../lib/cn.ts'

/** Two columns and theatre mode. */
export const wideQuery = '(width >= 1024px)'

/**
 * Two columns from 1024 px, one below. The list has a third of the width, 20 to 28rem, and the player the rest, unless
 * the window is too low: then it leaves room for the title and the actions below it.
 */
export const layoutClass = (isTheatre: boolean) =>
  cn(
    'mx-auto flex flex-col gap-6 [--side:clamp(20rem,calc((100%-1.5rem)/3),28rem)] lg:grid lg:grid-rows-[auto_auto_1fr]',
    isTheatre
      ? 'lg:grid-cols-[minmax(0,1fr)_var(--side)]'
      : 'max-w-[112rem] lg:grid-cols-[minmax(0,max(30rem,calc((100dvh-12rem)*16/9)))_var(--side)] lg:justify-center',
  )

/**
 * The player's container: edge to edge on phones, where it stays in view while the page scrolls, and a full row in
 * theatre mode.
 */
export const playerPlaceClass = (isTheatre: boolean, isPortrait: boolean) =>
  cn(
    '-mx-4 -mt-6 md:mx-0 md:mt-0 short:-mx-6 short:-mt-6',
    isPortrait ? 'player-place-portrait' : 'player-place',
    isTheatre ? 'bg-black lg:col-span-2 lg:-mx-6 lg:-mt-6' : 'lg:col-start-1',
  )

const storageKey = 'theatre'

export function readTheatre() {
  try {
    return localStorage.getItem(storageKey) === 'true'
  } catch {
    return false
  }
}

export function saveTheatre(isTheatre: boolean) {
  try {
    localStorage.setItem(storageKey, String(isTheatre))
  } catch {
    // Blocked or full; the choice then lasts as long as the page.
  }
}
