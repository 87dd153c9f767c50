import { endpoint } from '../endpoint.ts'
import { type Static, t } from '../schema.ts'
import { ownerView } from './accounts.ts'

/** In bytes. */
const siteStorageView = t.object({
  /** Of videos, with unfinished uploads. */
  used: t.integer(),
  /** For further uploads; null if the store does not tell, as with S3. */
  free: t.nullable(t.integer()),
  /** The largest first. */
  accounts: t.array(t.object({ owner: ownerView, bytes: t.integer() })),
})
export type SiteStorage = Static<typeof siteStorageView>

export const diskSpace = {
  storage: endpoint({
    method: 'GET',
    path: '/user/storage',
    auth: 'session',
    summary: 'How much the videos of the signed-in person hold, and how much they may',
    message: 'Storage',
    /** In bytes. Unfinished uploads count with their final size. */
    data: t.object({ used: t.integer(), quota: t.integer() }),
  }),
  site: endpoint({
    method: 'GET',
    path: '/insights/storage',
    auth: 'admin',
    summary: 'How much the videos of the site hold, how much is free, and whose videos hold the most',
    message: 'Storage',
    data: siteStorageView,
  }),
}
