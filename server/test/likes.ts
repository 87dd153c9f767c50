import { expect } from 'vitest'
import { notifyOwners } from '../src/features/likes/notify-owners.service.ts'
import type { TestApp } from './app.ts'
import { patiently } from './patience.ts'

/** Owners are notified of likes a moment later. Waits until they are. */
export async function whenOwnersAreNotified({ context: { sql } }: Pick<TestApp, 'context'>): Promise<void> {
  await notifyOwners(sql)
  // The worker may be at it too.
  await expect.poll(() => sql`select from like_events limit 1`, patiently).toHaveLength(0)
}
