import type { Db } from '../../../../db/sql.ts'
import type { PushTarget } from '../../../../delivery/push.ts'

interface NewDevice extends PushTarget {
  id: string
  userId: string
  sessionId: string
}

/** More than a person normally has. A further device replaces the oldest. */
const devicesPerPerson = 20

/** A session has one device. An endpoint that another account used in the same browser now belongs to this one. */
export async function putDevice(tx: Db, device: NewDevice, now: Date): Promise<void> {
  const { id, userId, sessionId, endpoint, p256dh, auth } = device
  await tx`delete from push_devices where session_id = ${sessionId} or endpoint = ${endpoint}`
  await tx`
    insert into push_devices (id, session_id, user_id, endpoint, p256dh, auth, created_at)
    values (${id}, ${sessionId}, ${userId}, ${endpoint}, ${p256dh}, ${auth}, ${now})`
  await tx`
    delete from push_devices where id in (
      select id from push_devices where user_id = ${userId}
      order by created_at desc, id desc offset ${devicesPerPerson})`
}

interface DeviceRow {
  id: string
  session_id: string
  user_agent: string
  created_at: Date
}

export const listDevices = (db: Db, userId: string, now: Date) => db<DeviceRow[]>`
  select p.id, p.session_id, s.user_agent, p.created_at
  from push_devices p join sessions s on s.id = p.session_id and s.expires_at > ${now}
  where p.user_id = ${userId} order by p.created_at desc, p.id desc`

export async function deleteDeviceOf(db: Db, userId: string, id: string): Promise<boolean> {
  const rows = await db`delete from push_devices where id = ${id} and user_id = ${userId} returning 1`
  return rows.length > 0
}

export async function deleteDevices(db: Db, ids: string[]): Promise<void> {
  await db`delete from push_devices where id = any(${ids}::uuid[])`
}

export interface TargetRow extends PushTarget {
  id: string
  userId: string
}

/** The devices among these on which an active person is still signed in. */
export const listTargets = (db: Db, ids: string[], now: Date) => db<TargetRow[]>`
  select p.id, p.user_id as "userId", p.endpoint, p.p256dh, p.auth
  from push_devices p
    join sessions s on s.id = p.session_id and s.expires_at > ${now}
    join users u on u.id = p.user_id and u.is_active
  where p.id = any(${ids}::uuid[]) order by p.id`

interface DevicePositionRow {
  userId: string
  id: string
}

/** Devices of the subscribers of the channel that posted a video or tweet, after `after` in the order of the list. */
export async function listSubscribedDevices(
  db: Db,
  {
    kind,
    id,
    after,
    limit,
  }: { kind: string; id: string; after?: DevicePositionRow | undefined; limit: number },
): Promise<DevicePositionRow[]> {
  return db<DevicePositionRow[]>`
    select p.user_id as "userId", p.id
    from ${kind === 'new-video' ? db`videos` : db`tweets`} i
      join subscriptions s on s.channel_id = i.owner_id and s.bell = 'all'
      join push_devices p on p.user_id = s.subscriber_id
    where i.id = ${id} ${after ? db`and (p.user_id, p.id) > (${after.userId}::uuid, ${after.id}::uuid)` : db``}
    order by p.user_id, p.id limit ${limit}`
}
