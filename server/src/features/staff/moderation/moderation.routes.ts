import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { decodeCursor, limitOf } from '../../../db/paging.ts'
import { bind } from '../../../http/api/bind.ts'
import { subjectOf } from '../../community/comments/comment-subjects.service.ts'
import { toComment } from '../../community/comments/comments.view.ts'
import {
  countHeldComments,
  listHeldComments,
} from '../../community/comments/review/comment-review.queries.ts'
import { listEntries } from '../../core/audit/audit.queries.ts'
import { listInvitations } from '../../core/site-settings/invitations.queries.ts'
import { getSiteSettings } from '../../core/site-settings/site-settings.queries.ts'
import { listStaff } from '../../people/accounts/status/account-status.queries.ts'
import { countOpenCases } from '../reports/reports.queries.ts'
import { claimAdmin } from './admin-link.service.ts'
import { listCases } from './cases.service.ts'
import {
  approveHeld,
  dismissCase,
  suspendAccount,
  takeDownHeld,
  takeDownReported,
} from './decisions.service.ts'
import { createInvitation, revokeInvitation, setHeldWords, setSignUp } from './moderate-settings.service.ts'
import { toAuditEntry, toInvitation, toStaffMember } from './moderation.view.ts'
import { reverseAction } from './reversal.service.ts'
import { appointModerator, unappointModerator } from './staff.service.ts'

/** The most, too: a case has a whole video and up to twenty reports. */
const casesPerPage = 20
/** From here on the page shows '99+', so it is not counted further. */
const countedUpTo = 100

export function moderationRoutes(app: FastifyInstance, context: AppContext) {
  const { sql, clock } = context

  bind(app, api.moderation.summary, async ({ viewer }) => {
    const [openCases, heldComments] = await Promise.all([
      countOpenCases(sql, viewer, countedUpTo),
      countHeldComments(sql, viewer, countedUpTo),
    ])
    return { openCases, heldComments }
  })
  bind(app, api.moderation.cases, ({ query, viewer }) =>
    listCases(
      context,
      viewer,
      Math.min(limitOf(query.limit, casesPerPage), casesPerPage),
      decodeCursor(query.cursor),
    ),
  )
  bind(app, api.moderation.dismiss, async ({ params, viewer }) => {
    await dismissCase(context, viewer, params.id)
    return null
  })
  bind(app, api.moderation.remove, async ({ params, body, viewer }) => {
    await takeDownReported(context, viewer, params.id, body)
    return null
  })
  bind(app, api.moderation.suspend, async ({ params, body, viewer }) => {
    await suspendAccount(context, viewer, params.channelId, body)
    return null
  })

  bind(app, api.moderation.held, async ({ query, viewer }) => {
    const page = await listHeldComments(
      sql,
      viewer,
      limitOf(query.limit, casesPerPage),
      decodeCursor(query.cursor),
    )
    const docs = page.rows.map((row) => ({ comment: toComment(row), subject: subjectOf(row) }))
    return { docs, nextCursor: page.nextCursor }
  })
  bind(app, api.moderation.approve, async ({ params, body, viewer }) => {
    await approveHeld(context, viewer, params.commentId, body.updatedAt)
    return null
  })
  bind(app, api.moderation.removeHeld, async ({ params, body, viewer }) => {
    await takeDownHeld(context, viewer, params.commentId, body)
    return null
  })

  bind(app, api.moderation.log, async ({ query, viewer }) => {
    const { rows, nextCursor } = await listEntries(sql, limitOf(query.limit), decodeCursor(query.cursor))
    return { docs: rows.map((row) => toAuditEntry(row, viewer, clock.now())), nextCursor }
  })
  bind(app, api.moderation.reverse, async ({ params, viewer }) => {
    await reverseAction(context, viewer, params.id)
    return null
  })

  adminRoutes(app, context)
}

/** The parts of the page for administrators and settings. */
function adminRoutes(app: FastifyInstance, context: AppContext) {
  const { sql, clock } = context

  bind(app, api.staff.list, async () => ({ staff: (await listStaff(sql)).map(toStaffMember) }))
  bind(app, api.staff.appoint, async ({ body, viewer }) => {
    await appointModerator(context, viewer, body.username)
    return null
  })
  bind(app, api.staff.unappoint, async ({ params, viewer }) => {
    await unappointModerator(context, viewer, params.channelId)
    return null
  })

  bind(app, api.siteSettings.get, async () => {
    const { sign_up, held_words } = await getSiteSettings(sql)
    return { signUp: sign_up, heldWords: held_words }
  })
  bind(app, api.siteSettings.setSignUp, async ({ body, viewer }) => {
    await setSignUp(context, viewer, body.signUp)
    return null
  })
  bind(app, api.siteSettings.setHeldWords, async ({ body, viewer }) => {
    await setHeldWords(context, viewer, body.words, body.lastSeen)
    return null
  })

  bind(app, api.siteSettings.invitations, async () => ({
    invitations: (await listInvitations(sql, clock.now())).map(toInvitation),
  }))
  bind(app, api.siteSettings.invite, async ({ body, viewer }) => {
    const { token, row } = await createInvitation(context, viewer, body)
    return { token, invitation: toInvitation(row) }
  })
  bind(app, api.siteSettings.revokeInvitation, async ({ params, viewer }) => {
    await revokeInvitation(context, viewer, params.id)
    return null
  })
  bind(app, api.staff.claimAdmin, async ({ body, viewer }) => {
    await claimAdmin(context, viewer, body.token)
    return null
  })
}
