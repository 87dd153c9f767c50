import { type ReportKind, type ReportReason, reportReasonLabels, type Subject } from '@vireo/contract'
import type { Tx } from '../../../db/sql.ts'
import { notify, notifyAll } from '../../people/notify/notify.service.ts'

export interface DecisionReason {
  reason: ReportReason
  text?: string | undefined
}

export interface ModeratedSubject {
  kind: ReportKind
  id: string
  /** Its title, the beginning of its text, or @username. */
  name: string
  ownerId: string
}

export const describeReason = ({ reason, text = '' }: DecisionReason) =>
  [`Reason: ${reportReasonLabels[reason]}.`, text.trim()].filter(Boolean).join(' ')

const outcomes = {
  dismissed: (kind: ReportKind) =>
    `looked at the ${kind} that you reported and found nothing against the rules`,
  removed: (kind: ReportKind) => `removed the ${kind} that you reported`,
  restored: (kind: ReportKind) => `restored the ${kind} that you reported after another look`,
  suspended: () => 'suspended an account because of what you reported',
  reinstated: () => 'lifted the suspension of an account that you reported after another look',
}

interface MessageContext {
  tx: Tx
  now: Date
}

const sendMessage = ({ tx, now }: MessageContext, userId: string, text: string, subject?: Subject) =>
  notify(tx, { userId, kind: 'moderation', text, ...(subject && { subject }) }, now)

/** One statement for all of them, because there may be thousands. */
export async function notifyReporters(
  { tx, now }: MessageContext,
  reporterIds: string[],
  outcome: keyof typeof outcomes,
  kind: ReportKind,
): Promise<void> {
  await notifyAll(tx, reporterIds, outcomes[outcome](kind), now)
}

export async function notifyTakenDown(
  context: MessageContext,
  subject: ModeratedSubject,
  why: DecisionReason,
): Promise<void> {
  await sendMessage(
    context,
    subject.ownerId,
    `removed your ${subject.kind} “${subject.name}”. ${describeReason(why)}`,
  )
}

export async function notifyRestored(context: MessageContext, subject: ModeratedSubject): Promise<void> {
  const { kind, id, name, ownerId } = subject
  if (kind === 'profile') await sendMessage(context, ownerId, 'lifted the suspension of your account')
  else await sendMessage(context, ownerId, `restored your ${kind} “${name}”`, { kind, id })
}

export async function notifyAppointed(context: MessageContext, userId: string): Promise<void> {
  await sendMessage(context, userId, 'made you a moderator')
}
