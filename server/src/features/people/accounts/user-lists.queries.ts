import { type Cursor, dateAt, type Page, toPage } from '../../../db/paging.ts'
import type { Db } from '../../../db/sql.ts'

/** Tables in which a person keeps a list of other people, with the columns that name its owner and the others. */
const lists = {
  blocks: { owner: 'blocker_id', user: 'blocked_id' },
  silenced_people: { owner: 'channel_id', user: 'person_id' },
  hidden_channels: { owner: 'user_id', user: 'channel_id' },
} as const

interface ListedUserRow {
  id: string
  username: string
  fullname: string
  avatar_folder: string | null
  created_at: Date
}

/** Most recently added first. */
export async function listUsersIn(
  db: Db,
  table: keyof typeof lists,
  ownerId: string,
  limit: number,
  cursor: Cursor | undefined,
): Promise<Page<ListedUserRow>> {
  const { owner, user } = lists[table]
  const rows = await db<ListedUserRow[]>`
    select u.id, u.username, u.fullname, u.avatar_folder, l.created_at
    from ${db(table)} l join users u on u.id = ${db(`l.${user}`)} and u.is_active
    where ${db(`l.${owner}`)} = ${ownerId}
      ${cursor ? db`and (l.created_at, ${db(`l.${user}`)}) < (${dateAt(cursor)}, ${cursor.id}::uuid)` : db``}
    order by l.created_at desc, ${db(`l.${user}`)} desc
    limit ${limit + 1}`
  return toPage(rows, limit, (row) => ({ value: row.created_at.toISOString(), id: row.id }))
}
