import type { CatchUp, LookUp, PersonalEvent } from '../../../http/events.ts'
import { topics } from '../../people/notify/notify.service.ts'
import { findNews } from './news/find-news.queries.ts'
import type { NewsKind } from './news/news.fragments.ts'
import type { NotificationRow } from './notification-row.ts'
import { listItems } from './notifications.service.ts'
import { toNotification } from './notifications.view.ts'
import { listPersonal } from './personal.queries.ts'

const eventOf = (row: NotificationRow): PersonalEvent<'notification'> => ({
  name: 'notification',
  about: row.id,
  data: toNotification(row),
})

/** A notification that is not shown any more, such as of a removed like, is sent as read. */
const lookUpPersonal: LookUp = async ({ sql, clock }, id, viewerIds) => {
  const until = clock.now().toISOString()
  const gone: PersonalEvent = { name: 'notifications-read', about: id, data: { id, until } }
  const lists = viewerIds.map(async (userId) => {
    const [row] = await listPersonal(sql, userId, { limit: 1, since: new Date(0), id })
    return { userId, event: row ? eventOf(row) : gone }
  })
  return Promise.all(lists)
}

/** Looks up a new video or tweet in one query for all connected people. */
const lookUpNews =
  (kind: NewsKind): LookUp =>
  async ({ sql }, id, viewerIds) => {
    const { item, userIds } = await findNews(sql, kind, id, viewerIds)
    return item ? userIds.map((userId) => ({ userId, event: eventOf(item) })) : []
  }

export const notificationLookUps: Readonly<Record<string, LookUp>> = {
  [topics.personal]: lookUpPersonal,
  [topics.video]: lookUpNews('new-video'),
  [topics.tweet]: lookUpNews('new-tweet'),
}

const maxMissed = 50

export const catchUpOnNotifications: CatchUp = async (context, viewerId, since) => {
  const rows = await listItems(context, viewerId, { limit: maxMissed, since })
  return rows.reverse().map(eventOf)
}
