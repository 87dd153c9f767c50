import type { AuditEntry, Invitation, StaffMember } from '@vireo/contract'
import type { Viewer } from '../../../http/access/sessions.ts'
import type { ListedAuditRow } from '../../core/audit/audit.queries.ts'
import type { InvitationRow } from '../../core/site-settings/invitations.queries.ts'
import { toOwner } from '../../people/accounts/accounts.view.ts'
import type { StaffRow } from '../../people/accounts/status/account-status.queries.ts'
import { canReverse } from './reversal.service.ts'

export const toAuditEntry = (row: ListedAuditRow, viewer: Viewer, now: Date): AuditEntry => ({
  _id: row.id,
  createdAt: row.created_at.toISOString(),
  actorName: row.actor_name,
  action: row.action,
  subjectKind: row.subject_kind,
  subjectName: row.subject_name,
  reason: row.reason,
  note: row.note,
  isReversed: row.is_reversed,
  canReverse: canReverse(viewer, row, now),
})

export const toInvitation = (row: InvitationRow): Invitation => ({
  _id: row.id,
  note: row.note,
  usesLeft: row.uses_left,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
})

export const toStaffMember = (row: StaffRow): StaffMember => ({ ...toOwner(row), role: row.role })
