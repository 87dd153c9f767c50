import { Fragment, type ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'

type SkeletonListProps = { label: string; count: number; className?: string; children: ReactNode }

/** A list that is loading: `count` copies of the skeleton of one item. */
export function SkeletonList({ label, count, className, children }: SkeletonListProps) {
  return (
    <div role="status" aria-busy="true" aria-label={label} className={className}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the copies are all alike and never move
        <Fragment key={index}>{children}</Fragment>
      ))}
    </div>
  )
}

type SkeletonLinesProps = {
  /** The size of each line, as classes. */
  lines: string[]
  className?: string
}

/** The lines of text of an item that is loading. */
export function SkeletonLines({
  lines,
  className = 'grid grow content-start gap-2 pt-1',
}: SkeletonLinesProps) {
  return (
    <div className={className}>
      {lines.map((line) => (
        <Skeleton key={line} className={line} />
      ))}
    </div>
  )
}
