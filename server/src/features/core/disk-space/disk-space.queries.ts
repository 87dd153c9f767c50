import type { Db, Tx } from '../../../db/sql.ts'

/** Makes claims take turns across all processes, so that the sums below stay valid until the transaction ends. */
export async function lockClaims(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('room', 0))`
}

/** The bytes that claims, except for `exceptId`, have yet to write to a disk. */
export async function sumClaimed(
  db: Db,
  { disk, exceptId, now }: { disk: string; exceptId: string; now: Date },
): Promise<number> {
  const [row] = await db<{ bytes: number }[]>`
    select coalesce(sum(greatest(bytes - arrived, 0)), 0)::float8 as bytes
    from disk_claims where disk = ${disk} and expires_at > ${now} and id <> ${exceptId}`
  return row?.bytes ?? 0
}

/**
 * The bytes that a person has claimed and not sent yet, without the claim `exceptId`. A claim counts as at most one
 * step: those of the version before steps are for whole uploads.
 */
export async function sumPromised(
  db: Db,
  userId: string,
  { now, exceptId, stepBytes }: { now: Date; exceptId: string; stepBytes: number },
): Promise<number> {
  const [row] = await db<{ bytes: number }[]>`
    select coalesce(sum(least(greatest(bytes - arrived, 0), ${stepBytes})), 0)::float8 as bytes
    from disk_claims where user_id = ${userId} and expires_at > ${now} and id <> ${exceptId}`
  return row?.bytes ?? 0
}

/** The claim under which an export is prepared. */
export const exportClaimId = (exportId: string) => `export:${exportId}`

export interface Used {
  total: number
  /** The part of it that the download of the person's data takes. */
  byExport: number
}

/**
 * The bytes of a person's videos, of their unfinished uploads without the claim `exceptId`, and of their export; one
 * that is being prepared counts with what it has claimed. Uploads count with their whole size, so their claims, which
 * have their ids, do not count.
 */
export async function sumUsed(db: Db, userId: string, now: Date, exceptId = ''): Promise<Used> {
  const [row] = await db<Used[]>`
    select (content + by_export)::float8 as total, by_export::float8 as "byExport"
    from (
      select
        (select coalesce(sum(b.bytes), 0)
          from videos v join video_bytes b on b.video_id = v.id where v.owner_id = ${userId})
        + (select coalesce(sum(size), 0) from uploads where user_id = ${userId} and expires_at > ${now})
        + (select coalesce(sum(bytes), 0) from disk_claims
          where user_id = ${userId} and expires_at > ${now} and id <> ${exceptId}
            and id not in (select id from uploads where user_id = ${userId})) as content,
        (select coalesce(sum(coalesce(e.bytes, c.bytes)), 0)
          from exports e left join disk_claims c on c.id = ${exportClaimId('')} || e.id
          where e.user_id = ${userId} and (e.expires_at is null or e.expires_at > ${now})) as by_export
    ) as sums`
  return row ?? { total: 0, byExport: 0 }
}

interface ClaimRow {
  id: string
  disk: string
  user_id: string | null
  video_id: string | null
  bytes: number
  arrived: number
  expires_at: Date
}

export async function saveClaim(db: Db, claim: ClaimRow): Promise<void> {
  await db`
    insert into disk_claims ${db({ ...claim })}
    on conflict (id) do update set disk = excluded.disk, bytes = excluded.bytes,
      arrived = excluded.arrived, expires_at = excluded.expires_at`
}

/**
 * Records how much of a claim has arrived and lets it last longer. Returns the bytes of the claim; undefined if it has
 * expired or covers less than what has arrived.
 */
export async function extendClaim(
  db: Db,
  { id, arrived, expiresAt, now }: { id: string; arrived: number; expiresAt: Date; now: Date },
): Promise<number | undefined> {
  const [row] = await db<{ bytes: number }[]>`
    update disk_claims set arrived = ${arrived}, expires_at = ${expiresAt}
    where id = ${id} and expires_at > ${now} and bytes >= ${arrived}
    returning bytes::float8 as bytes`
  return row?.bytes
}

export async function deleteClaim(db: Db, id: string): Promise<void> {
  await db`delete from disk_claims where id = ${id}`
}

/** Deletes the claims for processing these videos, whose process was killed. */
export async function deleteClaimsOf(db: Db, videoIds: string[]): Promise<void> {
  await db`delete from disk_claims where video_id = any(${videoIds})`
}

export async function deleteExpiredClaims(db: Db, now: Date): Promise<void> {
  await db`delete from disk_claims where expires_at <= ${now}`
}
