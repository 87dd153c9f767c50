import { t } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import { deleteExpiredFlows } from '../../../http/access/flows.ts'
import { deleteExpiredLimits } from '../../../http/access/rate-limit.ts'
import { deleteExpiredSessions } from '../../../http/access/sessions.ts'
import { defineJob } from '../../../jobs/define-job.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { requestPurge } from '../../core/removal/request-purge.ts'
import { deleteExpiredInvitations } from '../../core/site-settings/invitations.queries.ts'
import { sweepNotifications } from '../../inbox/notifications/notifications.service.ts'
import { detachRemovedPlaylists } from '../../library/playlists/playlists.service.ts'
import { removeClosedAccounts } from '../../people/account-deletion/account-deletion.service.ts'
import { deleteExpiredCodes } from '../../people/accounts/codes/mailed-codes.queries.ts'
import { deleteExpiredLinks } from '../../people/accounts/codes/new-email-links.queries.ts'
import { deviceLifetimeSeconds } from '../../people/accounts/devices/device-cookie.ts'
import { deleteDevicesUnusedSince } from '../../people/accounts/devices/devices.queries.ts'
import { deleteAdminLinksBefore } from '../../people/accounts/status/account-status.queries.ts'
import { finishDeletions } from '../../publishing/videos/removal/finish-deletions.service.ts'
import { sweepStatistics } from '../../publishing/videos/statistics/statistics.service.ts'
import { sweepViews } from '../../publishing/videos/statistics/views.service.ts'
import { sweepPageViews } from '../../staff/page-views/page-views.service.ts'
import { sweepExports } from '../exports/exports.service.ts'

/** A site without an administrator makes a new link at every start. */
const adminLinkSeconds = 30 * 24 * 3600

/** Removes expired rows. They are ignored once they have expired, so this only frees the space. */
export const sweepExpiredJob = defineJob({
  name: 'housekeeping:sweep-expired',
  payload: t.object({}),
  maxAttempts: 3,
  timeoutSeconds: 300,
  schedule: '17 * * * *',
  handler: async (context: Context, _payload, { signal }) => {
    const { sql, clock } = context
    const now = clock.now()
    await deleteExpiredSessions(sql, now)
    await deleteExpiredFlows(sql, now)
    await deleteExpiredLimits(sql, now)
    await deleteExpiredCodes(sql, now)
    await deleteExpiredLinks(sql, now)
    await deleteExpiredInvitations(sql, now)
    await deleteDevicesUnusedSince(sql, secondsAfter(now, -deviceLifetimeSeconds))
    await deleteAdminLinksBefore(sql, secondsAfter(now, -adminLinkSeconds))
    await sweepExports(context)
    await sweepViews(sql, now)
    await sweepStatistics(sql, now)
    await sweepPageViews(sql, now)
    await sweepNotifications(sql, now, signal)
    await detachRemovedPlaylists(sql, now)
    await finishDeletions(context)
    await removeClosedAccounts(sql, now, signal)
    // For the accounts above, for items that moderators removed long ago, and for deletions whose purge job was lost.
    await requestPurge(sql)
  },
})
