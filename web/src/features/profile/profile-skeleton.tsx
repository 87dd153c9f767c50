import { Skeleton } from '../../ui/skeleton.tsx'

/** Of the size of the header. */
export function ProfileSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading profile">
      <Skeleton className="-mx-4 -mt-6 aspect-4/1 rounded-none! sm:mx-0 sm:mt-0 sm:rounded-card!" />
      <div className="relative flex flex-wrap items-end gap-x-5 gap-y-3 sm:px-4">
        <Skeleton className="-mt-10 size-24 rounded-full! border-4 border-bg sm:size-32" />
        <div className="grid h-[3.25rem] min-w-0 grow basis-64 content-center gap-2">
          <Skeleton className="h-6 w-56 max-w-full" />
          <Skeleton className="h-4 w-28" />
        </div>
        <Skeleton className="h-10 w-32 rounded-full!" />
      </div>
      <div className="mt-4 grid gap-3.5 sm:px-4">
        <Skeleton className="h-4 w-80 max-w-full" />
        <Skeleton className="h-5 w-96 max-w-full" />
        <Skeleton className="h-4 w-64 max-w-full" />
      </div>
    </div>
  )
}
