import { cn } from '../lib/cn.ts'

/** A quiet stand-in of the final size. The list around it says that it is loading (aria-busy). */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn('animate-skeleton rounded-control bg-surface-2', className)} />
}
