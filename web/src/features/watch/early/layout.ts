import { cn } from '../../../lib/cn.ts'

/** Two columns and theatre mode. */
export const wideQuery = '(width >= 1024px)'

/** Two columns (2:1) from 1024 px, one below. */
export const layoutClass = (isTheatre: boolean) =>
  cn(
    'mx-auto grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-6 lg:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)] lg:grid-rows-[auto_auto_1fr]',
    !isTheatre && 'max-w-[112rem]',
  )

/** Around the player: full width on phones, and a row of its own in theatre mode. */
export const playerPlaceClass = (isTheatre: boolean) =>
  cn('-mx-4 -mt-6 md:mx-0 md:mt-0', isTheatre ? 'bg-black lg:col-span-2 lg:-mx-6 lg:-mt-6' : 'lg:col-start-1')

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
