import { endpoint } from '../../endpoint.ts'
import { type Static, t } from '../../schema.ts'
import { ownerView } from '../people/accounts.ts'

/** In bytes. */
const siteStorageView = t.object({
  /** By videos, including unfinished uploads. */
  used: t.integer(),
  /** For further uploads; null if the store does not report it, as with S3. */
  free: t.nullable(t.integer()),
  /** What this server cannot do at the moment: reach the stored files, or accept more on its disk. */
  failing: t.array(t.oneOf(['storage', 'disk'])),
  /** Largest first. */
  accounts: t.array(t.object({ owner: ownerView, bytes: t.integer() })),
})
export type SiteStorage = Static<typeof siteStorageView>

export const siteStorage = {
  get: endpoint({
    method: 'GET',
    path: '/insights/storage',
    auth: 'admin',
    summary: 'How much the videos of the site hold, how much is free, and whose videos hold the most',
    message: 'Storage',
    data: siteStorageView,
  }),
}
