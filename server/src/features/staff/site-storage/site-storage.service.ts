import { limits, type SiteStorage } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import { measureFree } from '../../core/disk-space/disk-space.service.ts'
import { toOwner } from '../../people/accounts/accounts.view.ts'
import { listLargestAccounts, sumAllUsed } from './site-storage.queries.ts'

const listedAccounts = 10

export async function measureSite(context: Context): Promise<SiteStorage> {
  const { sql, clock, storage } = context
  const [used, accounts, inStore, free] = await Promise.all([
    sumAllUsed(sql, clock.now()),
    listLargestAccounts(sql, listedAccounts),
    storage.freeBytes(),
    measureFree(context),
  ])
  return {
    used,
    // If the store does not know, the videos are not on the local disk.
    free: inStore === undefined ? null : Math.max(0, free - limits.reservedDiskBytes),
    accounts: accounts.map(({ bytes, ...owner }) => ({ owner: toOwner(owner), bytes })),
  }
}
