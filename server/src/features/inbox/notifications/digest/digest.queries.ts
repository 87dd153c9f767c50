import type { DigestFrequency } from '@vireo/contract'
import type { Db } from '../../../../db/sql.ts'

/** Finds people whose last digest is old enough, and records that the next one is made now. */
export async function claimDue(
  db: Db,
  { digest, sentBefore, now, limit }: { digest: DigestFrequency; sentBefore: Date; now: Date; limit: number },
): Promise<{ userId: string; since: Date }[]> {
  return db<{ userId: string; since: Date }[]>`
    update notification_settings s set digest_sent_at = ${now}
    from (
      select user_id, digest_sent_at from notification_settings
      where digest = ${digest} and digest_sent_at <= ${sentBefore}
      order by digest_sent_at limit ${limit} for update
    ) due
    where s.user_id = due.user_id
    returning s.user_id as "userId", due.digest_sent_at as since`
}

/** The address of a person who still wants digests. */
export async function findDigestReader(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db<{ email: string }[]>`
    select u.email from users u join notification_settings s on s.user_id = u.id and s.digest <> 'off'
    where u.id = ${userId} and u.is_active`
  return row?.email
}
