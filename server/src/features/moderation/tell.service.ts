import type { ReportKind, ReportReason } from '@vireo/contract'
import { reportReasonLabels } from '@vireo/contract/rules/reports'
import type { Tx } from '../../db/sql.ts'
import { notifyAll } from '../notices/notices.service.ts'
import { notify, type Subject } from '../notifications/notifications.service.ts'

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
  dismissed: (kind: ReportKind) =>
    `looked at the ${kind} that you reported and found nothing against the rules`,
  removed: (kind: ReportKind) => `removed the ${kind} that you reported`,
  restored: (kind: ReportKind) => `restored the ${kind} that you reported after another look`,
  suspended: () => 'suspended an account because of what you reported',
  reinstated: () => 'lifted the suspension of an account that you reported after another look',
}

interface Telling {
  tx: Tx
  now: Date
}

const say = ({ tx, now }: Telling, userId: string, text: string, subject?: Subject) =>
  notify(tx, { userId, kind: 'moderation', text, ...(subject && { subject }) }, now)

/** There may be thousands of them. */
export async function tellReporters(
  { tx, now }: Telling,
  reporterIds: string[],
  outcome: keyof typeof outcomes,
  kind: ReportKind,
): Promise<void> {
  await notifyAll(tx, reporterIds, outcomes[outcome](kind), now)
}

export async function tellRemoved(telling: Telling, thing: Thing, why: Why): Promise<void> {
  await say(telling, thing.ownerId, `removed your ${thing.kind} “${thing.name}”. ${describeReason(why)}`)
}

export async function tellRestored(telling: Telling, thing: Thing): Promise<void> {
  const { kind, id, name, ownerId } = thing
  if (kind === 'profile') await say(telling, ownerId, 'lifted the suspension of your account')
  else await say(telling, ownerId, `restored your ${kind} “${name}”`, { kind, id })
}

export async function tellAppointed(telling: Telling, userId: string): Promise<void> {
  await say(telling, userId, 'made you a moderator')
}
