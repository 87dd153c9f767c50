import type { ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'

type WatchLayoutProps = {
  isWide: boolean
  isTheatre: boolean
  player: ReactNode
  details: ReactNode
  related: ReactNode
  comments: ReactNode
}

/**
 * Two thirds and one third from 1024 px, one column below; in theatre mode the player has a row of its own. The
 * player is always the same element: whatever changes, it plays on.
 */
export function WatchLayout({ isWide, isTheatre, player, details, related, comments }: WatchLayoutProps) {
  const side = (
    <section
      key="side"
      aria-labelledby="related-heading"
      className={cn('min-w-0 lg:col-start-2 lg:row-end-4', isTheatre ? 'lg:row-start-2' : 'lg:row-start-1')}
    >
      <h2 id="related-heading" className="mb-3 text-xl lg:sr-only">
        Related videos
      </h2>
      {related}
    </section>
  )
  const talk = (
    <div key="comments" className="min-w-0 lg:col-start-1 lg:row-start-3">
      {comments}
    </div>
  )
  return (
    <div
      className={cn(
        'mx-auto grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-6 lg:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)] lg:grid-rows-[auto_auto_1fr]',
        !isTheatre && 'max-w-[112rem]',
      )}
    >
      <div
        className={cn(
          '-mx-4 -mt-6 md:mx-0 md:mt-0',
          isTheatre ? 'bg-black lg:col-span-2 lg:-mx-6 lg:-mt-6' : 'lg:col-start-1',
        )}
      >
        {player}
      </div>
      <div className="-mt-2 min-w-0 max-md:-mt-3 lg:col-start-1 lg:row-start-2">{details}</div>
      {/* Side by side, the keyboard comes to the comments first; one above the other, they have no end. */}
      {isWide ? [talk, side] : [side, talk]}
    </div>
  )
}
