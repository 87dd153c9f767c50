import type { ReactNode } from 'react'
import { cn } from '../../../lib/cn.ts'
import { layoutClass, playerPlaceClass } from './early/layout.ts'

export const commentsId = 'comments'

type WatchLayoutProps = {
  isWide: boolean
  isTheatre: boolean
  isPortrait: boolean
  player: ReactNode
  /** The person's own queue, in one column. */
  queueBar: ReactNode
  details: ReactNode
  /** Leads to the comments, where they are far below. */
  teaser: ReactNode
  transcript: ReactNode
  /** The list that is being played, and in two columns the person's own queue. */
  playQueue: ReactNode
  related: ReactNode
  comments: ReactNode
}

/**
 * Two columns from 1024 px, one below; in theatre mode the player has a row of its own. The player is always the
 * same element, so that it plays on when the layout changes.
 */
export function WatchLayout({
  isWide,
  isTheatre,
  isPortrait,
  player,
  queueBar,
  details,
  teaser,
  transcript,
  playQueue,
  related,
  comments,
}: WatchLayoutProps) {
  const sideColumn = (
    <div
      key="side"
      className={cn('min-w-0 lg:col-start-2 lg:row-end-4', isTheatre ? 'lg:row-start-2' : 'lg:row-start-1')}
    >
      {transcript}
      {playQueue}
      <section aria-labelledby="related-heading">
        <h2 id="related-heading" className="mb-3 text-xl lg:sr-only">
          Related videos
        </h2>
        {related}
      </section>
    </div>
  )
  const commentsCell = (
    <div key="comments" id={commentsId} className="min-w-0 lg:col-start-1 lg:row-start-3">
      {comments}
    </div>
  )
  return (
    <div className={layoutClass(isTheatre)}>
      <div className={playerPlaceClass(isTheatre, isPortrait)}>{player}</div>
      <div className="-mt-2 grid min-w-0 gap-3 max-md:-mt-3 lg:col-start-1 lg:row-start-2">
        {queueBar}
        {details}
        {teaser}
      </div>
      {/* In two columns the comments come first in tab order; in one column last, because there may be very many. */}
      {isWide ? [commentsCell, sideColumn] : [sideColumn, commentsCell]}
    </div>
  )
}
