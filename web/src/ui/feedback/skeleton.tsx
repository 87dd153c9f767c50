import { cn } from '../../lib/cn.ts'

/** A placeholder of the final size. Its container announces the loading (aria-busy). */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={cn('animate-skeleton base:rounded-control bg-surface-2', className)} />
  )
}
