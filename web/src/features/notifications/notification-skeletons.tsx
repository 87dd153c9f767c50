import { Skeleton } from '../../ui/skeleton.tsx'

export function NotificationSkeletons({ count = 3 }: { count?: number }) {
  return (
    <div aria-busy="true" className="py-1.5">
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={row} className="flex items-center gap-3 px-4 py-2.5">
          <Skeleton className="size-8 rounded-full" />
          <div className="grid grow gap-1.5">
            <Skeleton className="h-3 w-2/3" />
            <Skeleton className="h-3 w-1/3" />
          </div>
        </div>
      ))}
    </div>
  )
}
