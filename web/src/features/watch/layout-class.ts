import { cn } from '../../lib/cn.ts'

/** From so wide on there are two columns, and theatre mode. */
export const wideQuery = '(width >= 1024px)'

/** Two thirds and one third from 1024 px, one column below. */
export const layoutClass = (isTheatre: boolean) =>
  cn(
    'mx-auto grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-6 lg:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)] lg:grid-rows-[auto_auto_1fr]',
    !isTheatre && 'max-w-[112rem]',
  )

/** Where the player is: as wide as a phone, and in theatre mode in a row of its own. */
export const playerPlaceClass = (isTheatre: boolean) =>
  cn('-mx-4 -mt-6 md:mx-0 md:mt-0', isTheatre ? 'bg-black lg:col-span-2 lg:-mx-6 lg:-mt-6' : 'lg:col-start-1')
