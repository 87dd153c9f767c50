import { endpoint } from '../../endpoint.ts'
import { t } from '../../schema.ts'

export const diskSpace = {
  storage: endpoint({
    method: 'GET',
    path: '/user/storage',
    auth: 'session',
    summary: 'How much the videos and the export of the signed-in person hold, and how much they may',
    message: 'Storage',
    /** In bytes. Unfinished uploads count with their final size. `usedByExport` is a part of `used`. */
    data: t.object({ used: t.integer(), usedByExport: t.integer(), quota: t.integer() }),
  }),
}
