import { t } from '@vireo/contract'
import type { Context } from '../../context.ts'
import { defineJob } from '../../jobs/define-job.ts'
import { secondsAfter } from '../../lib/clock.ts'
import { deviceLifetimeSeconds } from '../accounts/device-cookie.ts'
import { removeClosedAccounts } from '../deletion/deletion.service.ts'
import { sweepExports } from '../exports/exports.service.ts'
import { sweepNotifications } from '../inbox/sweep.service.ts'
import { sweepPageViews } from '../insights/insights.service.ts'
import { detachRemovedPlaylists } from '../playlists/playlists.service.ts'
import { requestPurge } from '../purge/purge.jobs.ts'
import { sweepViews } from '../videos/views.service.ts'

/** Every start of a site without administrator makes a new link. */
const adminLinkSeconds = 30 * 24 * 3600

/** Clears away what has run out. Everything here is ignored from its expiry on; this only frees the space. */
export const sweepExpired = defineJob({
  name: 'housekeeping:sweep-expired',
  payload: t.object({}),
  maxAttempts: 3,
  timeoutSeconds: 300,
  schedule: '17 * * * *',
  handler: async (context: Context, _payload, { signal }) => {
    const { sql, clock } = context
    const now = clock.now()
    await sql`delete from sessions where expires_at <= ${now}`
    await sql`delete from email_codes where expires_at <= ${now}`
    await sql`delete from email_proofs where expires_at <= ${now}`
    await sql`delete from browser_flows where expires_at <= ${now}`
    await sql`delete from rate_limits where resets_at <= ${now}`
    await sql`delete from known_devices where last_used_at <= ${secondsAfter(now, -deviceLifetimeSeconds)}`
    await sql`delete from invitations where expires_at <= ${now}`
    await sql`delete from admin_links where created_at <= ${secondsAfter(now, -adminLinkSeconds)}`
    await sweepExports(context)
    await sweepViews(sql, now)
    await sweepPageViews(sql, now)
    await sweepNotifications(sql, now, signal)
    await detachRemovedPlaylists(sql, now)
    await removeClosedAccounts(sql, now, signal)
    // For those, for what was removed long enough ago, and in case the job that a deletion added was lost.
    await requestPurge(sql)
  },
})
