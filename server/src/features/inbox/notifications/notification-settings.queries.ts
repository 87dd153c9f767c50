import type { NotificationSettings } from '@vireo/contract'
import type { Db } from '../../../db/sql.ts'

export async function getNotificationSettings(db: Db, userId: string): Promise<NotificationSettings> {
  const [row] = await db<NotificationSettings[]>`
    select muted_kinds as "mutedKinds", digest from notification_settings where user_id = ${userId}`
  return row ?? { mutedKinds: [], digest: 'off' }
}

/** Serializes changes, so that simultaneous changes of different settings are both kept. There may be no row yet. */
export async function lockNotificationSettings(db: Db, userId: string): Promise<void> {
  await db`select from users where id = ${userId} for no key update`
}

/** A digest that is turned on starts with notifications from now on. */
export async function saveSettings(
  db: Db,
  userId: string,
  { mutedKinds, digest }: NotificationSettings,
  now: Date,
): Promise<void> {
  await db`
    insert into notification_settings as s (user_id, muted_kinds, digest, digest_sent_at)
    values (${userId}, ${mutedKinds}, ${digest}, ${now})
    on conflict (user_id) do update set muted_kinds = excluded.muted_kinds, digest = excluded.digest,
      digest_sent_at = case when s.digest = 'off' then excluded.digest_sent_at else s.digest_sent_at end`
}

export async function endDigest(db: Db, userId: string): Promise<void> {
  await db`update notification_settings set digest = 'off' where user_id = ${userId}`
}
