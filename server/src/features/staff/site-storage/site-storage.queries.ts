import type { Db, Tx } from '../../../db/sql.ts'

/** The bytes of all videos and of all unfinished uploads. */
export async function sumAllUsed(db: Db, now: Date): Promise<number> {
  const [row] = await db<{ bytes: number }[]>`
    select ((select coalesce(sum(bytes), 0) from video_bytes)
      + (select coalesce(sum(size), 0) from uploads where expires_at > ${now}))::float8 as bytes`
  return row?.bytes ?? 0
}

/** Sums the bytes of all videos by kind. */
export async function replaceStorageSizes(tx: Tx): Promise<void> {
  await tx`delete from storage_sizes`
  await tx`
    insert into storage_sizes (kind, bytes)
    select case
        when starts_with(part, 'source') then 'sources'
        when starts_with(part, 'captions-') then 'captions'
        when starts_with(part, 'extras/') then 'extras'
        else 'streams'
      end as kind, sum(bytes)
    from video_bytes group by 1
    on conflict (kind) do update set bytes = excluded.bytes, measured_at = excluded.measured_at`
}

interface AccountBytes {
  id: string
  username: string
  fullname: string
  avatar_folder: string | null
  bytes: number
}

/** The accounts whose videos take the most space. */
export const listLargestAccounts = (db: Db, limit: number): Promise<AccountBytes[]> => db<AccountBytes[]>`
  select u.id, u.username, u.fullname, u.avatar_folder, held.bytes from (
    select v.owner_id, sum(b.bytes)::float8 as bytes from video_bytes b join videos v on v.id = b.video_id
    where v.owner_id is not null group by v.owner_id order by bytes desc limit ${limit}
  ) held join users u on u.id = held.owner_id order by held.bytes desc, u.id`
