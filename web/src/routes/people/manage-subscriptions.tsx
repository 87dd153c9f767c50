import { ManagedSubscriptions } from '../../features/people/subscriptions/managed/managed-subscriptions.tsx'
import { usePageTitle } from '../../lib/hooks/page-title.ts'

/** Reached by signed-in people only: the layout route around it sends visitors to sign in. */
export function Component() {
  usePageTitle('Manage subscriptions')
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <h1 className="flex min-h-11 items-center text-2xl">Manage subscriptions</h1>
      <ManagedSubscriptions />
    </div>
  )
}
