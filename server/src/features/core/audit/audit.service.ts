import type { AuditAction, ReportKind, ReportReason, Role } from '@vireo/contract'
import type { Db } from '../../../db/sql.ts'
import { conflict } from '../../../lib/app-error.ts'
import { newId } from '../../../lib/ids.ts'
import { findUsername, insertEntry } from './audit.queries.ts'

/** Who acts: a person in their role, or a name such as "command line". */
type Actor = { id: string; role: Role } | { name: string }

export interface Action {
  actor: Actor
  action: AuditAction
  subject?: { kind: ReportKind; id: string; name: string; ownerId: string } | undefined
  reason?: ReportReason | undefined
  note?: string | undefined
  /** The entry that this action reverses. */
  reverses?: string | undefined
}

/** Writes an entry into the audit log, in the transaction of the action; returns its id. */
export async function recordAction(tx: Db, action: Action, now: Date): Promise<string> {
  const { actor, subject } = action
  const id = newId()
  const isWritten = await insertEntry(tx, {
    id,
    created_at: now,
    actor_id: 'id' in actor ? actor.id : null,
    actor_name: 'id' in actor ? ((await findUsername(tx, actor.id)) ?? '') : actor.name,
    actor_role: 'id' in actor ? actor.role : null,
    action: action.action,
    subject_kind: subject?.kind ?? null,
    subject_id: subject?.id ?? null,
    subject_name: subject?.name ?? '',
    owner_id: subject?.ownerId ?? null,
    reason: action.reason ?? null,
    note: action.note ?? '',
    reverses: action.reverses ?? null,
  })
  if (!isWritten) throw conflict('moderation.already-decided', 'This was reversed already')
  return id
}
