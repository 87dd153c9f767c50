import { limits, type SiteStorage } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import { measureFree } from '../../core/disk-space/disk-space.service.ts'
import { toOwner } from '../../people/accounts/accounts.view.ts'
import { listLargestAccounts, sumAllUsed } from './site-storage.queries.ts'

const listedAccounts = 10
const failingParts = ['storage', 'disk'] as const

export async function measureSite(context: Context): Promise<SiteStorage> {
  const { sql, clock } = context
  const [used, accounts, files] = await Promise.all([
    sumAllUsed(sql, clock.now()),
    listLargestAccounts(sql, listedAccounts),
    context.checkFiles(),
  ])
  return {
    used,
    free: files.storage === 'ok' ? await measureFreeForUploads(context) : null,
    failing: failingParts.filter((part) => files[part] === 'failed'),
    accounts: accounts.map(({ bytes, ...owner }) => ({ owner: toOwner(owner), bytes })),
  }
}

/** Null if the store does not know, because then the videos are not on the local disk. */
async function measureFreeForUploads(context: Context): Promise<number | null> {
  const [inStore, free] = await Promise.all([context.storage.freeBytes(), measureFree(context)])
  return inStore === undefined ? null : Math.max(0, free - limits.reservedDiskBytes)
}
