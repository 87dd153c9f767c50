import type { Db } from '../../../db/sql.ts'
import { isId } from '../../../lib/ids.ts'
import { hashToken } from '../../../lib/security/tokens.ts'

export interface InvitationRow {
  id: string
  note: string
  uses_left: number
  created_at: Date
  expires_at: Date
}

const isValid = (db: Db, token: string, now: Date) =>
  db`token_hash = ${hashToken(token)} and uses_left > 0 and expires_at > ${now}`

export async function hasInvitation(db: Db, token: string, now: Date): Promise<boolean> {
  const [row] = await db`select from invitations where ${isValid(db, token, now)}`
  return row !== undefined
}

/** Returns whether the invitation had a use left; the update decides races for the last one. */
export async function spendInvitation(db: Db, token: string, now: Date): Promise<boolean> {
  const [row] = await db`
    update invitations set uses_left = uses_left - 1 where ${isValid(db, token, now)} returning 1`
  return row !== undefined
}

export async function insertInvitation(db: Db, invitation: InvitationRow, token: string): Promise<void> {
  await db`insert into invitations ${db({ ...invitation, token_hash: hashToken(token) })}`
}

export async function listInvitations(db: Db, now: Date): Promise<InvitationRow[]> {
  return db<InvitationRow[]>`
    select id, note, uses_left, created_at, expires_at from invitations
    where uses_left > 0 and expires_at > ${now} order by created_at desc, id desc limit 200`
}

export async function deleteInvitation(db: Db, id: string): Promise<InvitationRow | undefined> {
  const [row] = isId(id)
    ? await db<
        InvitationRow[]
      >`delete from invitations where id = ${id} returning id, note, uses_left, created_at, expires_at`
    : []
  return row
}

export async function deleteExpiredInvitations(db: Db, now: Date): Promise<void> {
  await db`delete from invitations where expires_at <= ${now}`
}
