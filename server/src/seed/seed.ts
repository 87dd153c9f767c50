import type { Context } from '../context.ts'
import type { Logger } from '../lib/logger.ts'
import { samplePassword, sampleUsername, seedAccounts } from './sample-accounts.ts'

/** Fills an empty site with samples; a site that has people already is left alone. */
export async function seed(context: Context): Promise<void> {
  const [row] = await context.sql`select from users limit 1`
  if (!row) await seedAccounts(context)
}

export function announceSamples(log: Logger): void {
  log.info(`Sign in with the sample account: ${sampleUsername} / ${samplePassword}`)
}
