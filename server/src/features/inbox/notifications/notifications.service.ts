import { maxUnreadCount, type Notification, type NotificationSettings } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import { type Cursor, dateAt, type Page, toPage } from '../../../db/paging.ts'
import type { Db, Sql } from '../../../db/sql.ts'
import { planOnceInIndexOrder } from '../../../db/transaction-settings.ts'
import { sendEvent } from '../../../http/events.ts'
import { notFound } from '../../../lib/app-error.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { isId } from '../../../lib/ids.ts'
import { listNews } from './news/list-news.queries.ts'
import { deleteOldReads, markAllNewsRead, markNewsRead } from './news/read-news.queries.ts'
import type { NotificationFilter, NotificationRow } from './notification-row.ts'
import {
  getNotificationSettings,
  lockNotificationSettings,
  saveSettings,
} from './notification-settings.queries.ts'
import { toNotification } from './notifications.view.ts'
import {
  deleteOldNotifications,
  listPersonal,
  markAllPersonalRead,
  markPersonalRead,
} from './personal.queries.ts'

/** Older notifications are not shown; housekeeping removes them. */
const keptSeconds = 90 * 24 * 3600

type ListContext = Pick<Context, 'sql' | 'clock'>
type WantedItems = Omit<NotificationFilter, 'since' | 'id'> & { since?: Date }

/** A person's notifications, newest first: personal ones, and new videos and tweets of the channels they follow. */
export async function listItems(
  { sql, clock }: ListContext,
  userId: string,
  wanted: WantedItems,
): Promise<NotificationRow[]> {
  const oldest = secondsAfter(clock.now(), -keptSeconds)
  const since = wanted.since && wanted.since > oldest ? wanted.since : oldest
  const filter = { ...wanted, since }
  // Both statements are sent at once; the database runs them in this order.
  const listing = sql.begin((tx) => Promise.all([planOnceInIndexOrder(tx), listNews(tx, userId, filter)]))
  const [personal, [, news]] = await Promise.all([listPersonal(sql, userId, filter), listing])
  return [...personal, ...news].sort(newestFirst).slice(0, wanted.limit)
}

const newestFirst = (a: NotificationRow, b: NotificationRow) =>
  b.time.getTime() - a.time.getTime() || (a.id < b.id ? 1 : -1)

export async function listPage(
  context: ListContext,
  userId: string,
  limit: number,
  cursor: Cursor | undefined,
): Promise<Page<Notification>> {
  const place = cursor && { time: dateAt(cursor), id: cursor.id }
  const rows = await listItems(context, userId, { limit: limit + 1, cursor: place })
  const page = toPage(rows, limit, (row) => ({ value: row.time.toISOString(), id: row.id }))
  return { rows: page.rows.map(toNotification), nextCursor: page.nextCursor }
}

/** Personal notifications only, newest first; `after` is the last notification of the previous page. */
export async function listPersonalAfter(
  { sql, clock }: ListContext,
  userId: string,
  limit: number,
  after: Notification | undefined,
): Promise<Notification[]> {
  const cursor = after && { time: new Date(after.time), id: after.id }
  const since = secondsAfter(clock.now(), -keptSeconds)
  return (await listPersonal(sql, userId, { limit, cursor, since })).map(toNotification)
}

/** The newest notifications. If not all fit, older unread ones take the places of read ones. */
export async function listLatest(
  context: ListContext,
  userId: string,
  limit: number,
): Promise<Notification[]> {
  const rows = await listItems(context, userId, { limit })
  const read = rows.filter((row) => row.is_read)
  const last = rows.at(-1)
  if (last && rows.length === limit && read.length > 0) {
    const older = await listItems(context, userId, { limit: read.length, cursor: last, isUnread: true })
    const dropped = new Set(read.slice(read.length - older.length))
    return [...rows.filter((row) => !dropped.has(row)), ...older].map(toNotification)
  }
  return rows.map(toNotification)
}

/** Takes the first page, because most people have only one. */
export async function countUnread(
  context: ListContext,
  userId: string,
  first: Page<Notification>,
): Promise<number> {
  if (!first.nextCursor) return first.rows.filter(({ read }) => !read).length
  return (await listItems(context, userId, { limit: maxUnreadCount, isUnread: true })).length
}

export async function markRead({ sql, clock }: ListContext, userId: string, id: string): Promise<void> {
  const isFound =
    isId(id) &&
    ((await markPersonalRead(sql, userId, id, clock.now())) || (await markNewsRead(sql, userId, id)))
  if (!isFound) throw notFound('notification.not-found', 'Notification not found')
  await sendRead(sql, userId, id, clock.now())
}

/** Updates the person's open pages. A null id means all notifications up to that time. */
const sendRead = (db: Db, userId: string, id: string | null, until: Date) =>
  sendEvent(db, userId, {
    name: 'notifications-read',
    about: id ?? 'all',
    data: { id, until: until.toISOString() },
  })

/** Skips notifications after `until`, which the person may not have seen. */
export async function markAllRead({ sql, clock }: ListContext, userId: string, until?: Date): Promise<void> {
  const now = clock.now()
  const last = until && until < now ? until : now
  await sql.begin(async (tx) => {
    await markAllPersonalRead(tx, userId, last, now)
    await markAllNewsRead(tx, userId, last)
    await sendRead(tx, userId, null, last)
  })
}

export async function changeSettings(
  { sql, clock }: ListContext,
  userId: string,
  changes: Partial<NotificationSettings>,
): Promise<NotificationSettings> {
  return sql.begin(async (tx) => {
    await lockNotificationSettings(tx, userId)
    const settings = { ...(await getNotificationSettings(tx, userId)), ...changes }
    settings.mutedKinds = [...new Set(settings.mutedKinds)].sort()
    await saveSettings(tx, userId, settings, clock.now())
    return settings
  })
}

/** Removes notifications that are too old to be shown, in batches. */
export async function sweepNotifications(sql: Sql, now: Date, signal: AbortSignal): Promise<void> {
  const before = secondsAfter(now, -keptSeconds)
  while (await deleteOldNotifications(sql, before)) signal.throwIfAborted()
  while (await deleteOldReads(sql, before)) signal.throwIfAborted()
}
