import type { ReportKind, ReportReason } from '@vireo/contract'
import { reportReasonLabels } from '@vireo/contract/rules/reports'
import type { Tx } from '../../db/sql.ts'
import { addNotification } from '../notifications/notifications.service.ts'

export interface Why {
  reason: ReportReason
  text?: string | undefined
}

export interface Thing {
  kind: ReportKind
  id: string
  /** Its title, the beginning of its text, or @username. */
  name: string
  ownerId: string
}

export const describeReason = ({ reason, text = '' }: Why) =>
  [`Reason: ${reportReasonLabels[reason]}.`, text.trim()].filter(Boolean).join(' ')

const outcomes = {
  dismissed: 'looked at what you reported and found nothing against the rules',
  removed: 'removed what you reported',
  suspended: 'suspended the account that you reported',
} as const

interface Telling {
  tx: Tx
  /** Who acts. */
  actorId: string
  now: Date
}

export async function tellReporters(
  { tx, actorId, now }: Telling,
  reporterIds: string[],
  outcome: keyof typeof outcomes,
): Promise<void> {
  for (const userId of new Set(reporterIds))
    await addNotification(tx, { userId, actorId, message: outcomes[outcome] }, now)
}

export async function tellRemoved({ tx, actorId, now }: Telling, thing: Thing, why: Why): Promise<void> {
  const message = `removed your ${thing.kind} “${thing.name}”. ${describeReason(why)}`
  await addNotification(tx, { userId: thing.ownerId, actorId, message }, now)
}

export async function tellRestored({ tx, actorId, now }: Telling, thing: Thing): Promise<void> {
  const message =
    thing.kind === 'profile'
      ? 'lifted the suspension of your account'
      : `restored your ${thing.kind} “${thing.name}”`
  await addNotification(tx, { userId: thing.ownerId, actorId, message }, now)
}

export async function tellAppointed({ tx, actorId, now }: Telling, userId: string): Promise<void> {
  await addNotification(tx, { userId, actorId, message: 'made you a moderator' }, now)
}
