import { ClaimAdmin } from '../features/moderation/claim-admin.tsx'
import { usePageTitle } from '../lib/page-title.ts'

/** Where the link of the log leads. */
export function Component() {
  usePageTitle('Administrator')
  return <ClaimAdmin />
}
