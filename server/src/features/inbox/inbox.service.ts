import { maxUnreadCount, type Notification, type NotificationSettings } from '@vireo/contract'
import type { Context } from '../../context.ts'
import { type Cursor, dateAt, type Page, toPage } from '../../db/paging.ts'
import type { Db } from '../../db/sql.ts'
import { tell } from '../../http/events.ts'
import { notFound } from '../../lib/app-error.ts'
import { secondsAfter } from '../../lib/clock.ts'
import { isId } from '../../lib/ids.ts'
import { toNotification } from './inbox.view.ts'
import { fixPlans, listNews, markAllNewsRead, markNewsRead } from './news.queries.ts'
import {
  type ItemFilter,
  type ItemRow,
  listPersonal,
  markAllPersonalRead,
  markPersonalRead,
} from './personal.queries.ts'
import { getSettings, saveSettings } from './settings.queries.ts'

/** Older ones are not shown, and are removed by and by. */
export const keptSeconds = 90 * 24 * 3600

type Inbox = Pick<Context, 'sql' | 'clock'>
export type InboxFilter = Omit<ItemFilter, 'since' | 'id'> & { since?: Date }

/** What a person is told, newest first: what concerns them in person, and the news of their channels. */
export async function listItems(
  { sql, clock }: Inbox,
  userId: string,
  wanted: InboxFilter,
): Promise<ItemRow[]> {
  const oldest = secondsAfter(clock.now(), -keptSeconds)
  const since = wanted.since && wanted.since > oldest ? wanted.since : oldest
  const filter = { ...wanted, since }
  const news = sql.begin(async (tx) => {
    await fixPlans(tx)
    return listNews(tx, userId, filter)
  })
  const lists = await Promise.all([listPersonal(sql, userId, filter), news])
  return lists.flat().sort(newestFirst).slice(0, wanted.limit)
}

const newestFirst = (a: ItemRow, b: ItemRow) => b.time.getTime() - a.time.getTime() || (a.id < b.id ? 1 : -1)

export async function listPage(
  inbox: Inbox,
  userId: string,
  limit: number,
  cursor: Cursor | undefined,
): Promise<Page<Notification>> {
  const place = cursor && { time: dateAt(cursor), id: cursor.id }
  const rows = await listItems(inbox, userId, { limit: limit + 1, cursor: place })
  const page = toPage(rows, limit, (row) => ({ value: row.time.toISOString(), id: row.id }))
  return { rows: page.rows.map(toNotification), nextCursor: page.nextCursor }
}

/** What concerns a person themselves, without the news of their channels: newest first, in pages after each other. */
export async function listPersonalAfter(
  { sql, clock }: Inbox,
  userId: string,
  limit: number,
  after: Notification | undefined,
): Promise<Notification[]> {
  const cursor = after && { time: new Date(after.time), id: after.id }
  const since = secondsAfter(clock.now(), -keptSeconds)
  return (await listPersonal(sql, userId, { limit, cursor, since })).map(toNotification)
}

/** The newest, with older unread ones instead of read ones where not all fit. */
export async function listLatest(inbox: Inbox, userId: string, limit: number): Promise<Notification[]> {
  const rows = await listItems(inbox, userId, { limit })
  const read = rows.filter((row) => row.is_read)
  const last = rows.at(-1)
  if (last && rows.length === limit && read.length > 0) {
    const older = await listItems(inbox, userId, { limit: read.length, cursor: last, isUnread: true })
    const dropped = new Set(read.slice(read.length - older.length))
    return [...rows.filter((row) => !dropped.has(row)), ...older].map(toNotification)
  }
  return rows.map(toNotification)
}

export async function countUnread(inbox: Inbox, userId: string): Promise<number> {
  return (await listItems(inbox, userId, { limit: maxUnreadCount, isUnread: true })).length
}

export async function markRead({ sql, clock }: Inbox, userId: string, id: string): Promise<void> {
  const isFound =
    isId(id) &&
    ((await markPersonalRead(sql, userId, id, clock.now())) || (await markNewsRead(sql, userId, id)))
  if (!isFound) throw notFound('notification.not-found', 'Notification not found')
  await tellRead(sql, userId, id, clock.now())
}

/** Tells the person's other pages; null stands for all notifications up to that time. */
const tellRead = (db: Db, userId: string, id: string | null, until: Date) =>
  tell(db, userId, {
    name: 'notifications-read',
    about: id ?? 'all',
    data: { id, until: until.toISOString() },
  })

/** Not what is newer than `until`: it may never have been seen. */
export async function markAllRead({ sql, clock }: Inbox, userId: string, until?: Date): Promise<void> {
  const now = clock.now()
  const last = until && until < now ? until : now
  await sql.begin(async (tx) => {
    await markAllPersonalRead(tx, userId, last, now)
    await markAllNewsRead(tx, userId, last)
    await tellRead(tx, userId, null, last)
  })
}

export async function changeSettings(
  { sql, clock }: Inbox,
  userId: string,
  changes: Partial<NotificationSettings>,
): Promise<NotificationSettings> {
  return sql.begin(async (tx) => {
    await lockSettings(tx, userId)
    const settings = { ...(await getSettings(tx, userId)), ...changes }
    settings.mutedKinds = [...new Set(settings.mutedKinds)].sort()
    await saveSettings(tx, userId, settings, clock.now())
    return settings
  })
}

/** Two changes at once, of different settings, both stay. */
const lockSettings = (db: Db, userId: string) => db`select from users where id = ${userId} for no key update`
