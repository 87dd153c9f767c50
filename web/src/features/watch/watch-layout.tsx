import type { ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { layoutClass, playerPlaceClass } from './early/layout.ts'

type WatchLayoutProps = {
  isWide: boolean
  isTheatre: boolean
  player: ReactNode
  details: ReactNode
  /** The list that is being played, if any. */
  queue: ReactNode
  related: ReactNode
  comments: ReactNode
}

/**
 * Two columns from 1024 px (2:1), one below; in theatre mode the player has a row of its own. The player is always the
 * same element, so that it plays on when the layout changes.
 */
export function WatchLayout({
  isWide,
  isTheatre,
  player,
  details,
  queue,
  related,
  comments,
}: WatchLayoutProps) {
  const sideColumn = (
    <div
      key="side"
      className={cn('min-w-0 lg:col-start-2 lg:row-end-4', isTheatre ? 'lg:row-start-2' : 'lg:row-start-1')}
    >
      {queue}
      <section aria-labelledby="related-heading">
        <h2 id="related-heading" className="mb-3 text-xl lg:sr-only">
          Related videos
        </h2>
        {related}
      </section>
    </div>
  )
  const commentsCell = (
    <div key="comments" className="min-w-0 lg:col-start-1 lg:row-start-3">
      {comments}
    </div>
  )
  return (
    <div className={layoutClass(isTheatre)}>
      <div className={playerPlaceClass(isTheatre)}>{player}</div>
      <div className="-mt-2 min-w-0 max-md:-mt-3 lg:col-start-1 lg:row-start-2">{details}</div>
      {/* In two columns the comments come first in tab order; in one column last, because there may be very many. */}
      {isWide ? [commentsCell, sideColumn] : [sideColumn, commentsCell]}
    </div>
  )
}
