import type { Notification, Static } from '@vireo/contract'
import pLimit from 'p-limit'
import type { Context } from '../../../../context/context.ts'
import { enqueue, enqueueAll } from '../../../../jobs/define-job.ts'
import { secondsAfter } from '../../../../lib/clock.ts'
import { sendPushJobEntry, startNewsPushJobEntry } from '../../../people/notify/request-push.service.ts'
import { findNews } from '../news/find-news.queries.ts'
import type { NotificationRow } from '../notification-row.ts'
import { getNotificationSettings } from '../notification-settings.queries.ts'
import { shorten, toNotification } from '../notifications.view.ts'
import { listPersonal } from '../personal.queries.ts'
import { loadKeys } from './devices.service.ts'
import { deleteDevices, listSubscribedDevices, listTargets, type TargetRow } from './push.queries.ts'

type Delivery = Static<typeof sendPushJobEntry.payload>
type News = Static<typeof startNewsPushJobEntry.payload>

/** How many devices are read at a time, and how many of them one job sends to. */
const pageSize = 500
const devicesPerJob = 100

/** Adds the jobs for one page of a channel's subscribers, and the job that continues after it. */
export async function startNews({ sql }: Context, news: News): Promise<void> {
  const { kind, id } = news
  await sql.begin(async (tx) => {
    const devices = await listSubscribedDevices(tx, { ...news, limit: pageSize })
    const ids = devices.map((device) => device.id)
    const payloads: Delivery[] = []
    for (let i = 0; i < ids.length; i += devicesPerJob)
      payloads.push({ kind, id, deviceIds: ids.slice(i, i + devicesPerJob), tries: 0 })
    await enqueueAll(tx, sendPushJobEntry, payloads)
    const last = devices.at(-1)
    if (!last || devices.length < pageSize) return
    // The key keeps it a single job, even if the worker is killed and this page is read again.
    await enqueue(tx, startNewsPushJobEntry, { kind, id, after: last }, { key: `push:${id}:${last.id}` })
  })
}

const maxConcurrentMessages = 25
/** The pauses before retries if a push service did not accept the message. After these it is dropped. */
const pausesSeconds = [60, 600, 3600]

/** Sends the current state of a notification. A second run replaces the message of the first. */
export async function deliver(context: Context, delivery: Delivery, signal: AbortSignal): Promise<void> {
  const { sql, clock, push, log } = context
  const targets = await listTargets(sql, delivery.deviceIds, clock.now())
  const found = await findItem(context, delivery, targets)
  if (!found) return
  const [keys, message] = [await loadKeys(sql), toMessage(toNotification(found.item))]
  const gone: string[] = []
  const failed: string[] = []
  const limitMessages = pLimit(maxConcurrentMessages)
  await limitMessages.map(
    targets.filter(({ userId }) => found.userIds.has(userId)),
    async (target) => {
      try {
        if (!(await push.send(target, message, keys, signal))) gone.push(target.id)
      } catch (error) {
        failed.push(target.id)
        // Only the host is logged: the full address allows sending messages to the device.
        log.warn({ host: new URL(target.endpoint).host, reason: String(error) }, 'push message not accepted')
      }
    },
  )
  // The worker is stopping: everything is sent again later.
  signal.throwIfAborted()
  await deleteDevices(sql, gone)
  const pause = pausesSeconds[delivery.tries]
  if (failed.length === 0 || pause === undefined) return
  const again = { ...delivery, deviceIds: failed, tries: delivery.tries + 1 }
  await enqueue(sql, sendPushJobEntry, again, { runAt: secondsAfter(clock.now(), pause) })
}

/** The notification, if it is still shown, and the owners of these devices who have neither read nor muted it. */
async function findItem(
  { sql }: Context,
  { kind, id }: Delivery,
  targets: TargetRow[],
): Promise<{ item: NotificationRow; userIds: Set<string> } | undefined> {
  const owners = [...new Set(targets.map(({ userId }) => userId))]
  const [owner] = owners
  if (!owner) return undefined
  if (kind === 'personal') {
    const [item] = await listPersonal(sql, owner, { limit: 1, since: new Date(0), id, isUnread: true })
    const { mutedKinds } = await getNotificationSettings(sql, owner)
    return item && !mutedKinds.some((muted) => muted === item.kind)
      ? { item, userIds: new Set([owner]) }
      : undefined
  }
  const { item, userIds } = await findNews(sql, kind, id, owners)
  return item && { item, userIds: new Set(userIds) }
}

/** A message has at most 4 kB, and a decision of the moderators may be long. */
const titleLength = 250

/** The content that the service worker shows: `PushContent` in web/service-worker. */
function toMessage({ id, message, excerpt, avatarUrl, link }: Notification) {
  const text = JSON.stringify({
    id,
    title: shorten(message, titleLength),
    body: excerpt ?? '',
    icon: avatarUrl,
    link: link ?? '/notifications',
  })
  return { text, topic: id.replaceAll('-', '') }
}
