import type { Db } from '../../../db/sql.ts'

interface EpisodeRow {
  id: string
  publishedAt: Date
  /** The bytes of each rendition, in the order of the video's renditions. Null where they are not known. */
  sizes: (number | null)[]
}

/** The latest videos of a channel that are listed for everyone. */
export async function listEpisodes(db: Db, channelId: string, limit: number): Promise<EpisodeRow[]> {
  return db<EpisodeRow[]>`
    select v.id, v.published_at as "publishedAt",
      coalesce((select jsonb_agg(r.value -> 'size' order by r.ordinality)
        from jsonb_array_elements(v.streams -> 'renditions') with ordinality r), '[]') as sizes
    from videos v where v.owner_id = ${channelId} and v.is_listed
    order by v.published_at desc, v.id desc limit ${limit}`
}

/** Does nothing if the video has other files by now. */
export async function saveRenditionSize(
  db: Db,
  { videoId, index, key, bytes }: { videoId: string; index: number; key: string; bytes: number },
): Promise<void> {
  await db`
    update videos set streams = jsonb_set(streams, array['renditions', ${index}::text, 'size'], to_jsonb(${bytes}::bigint))
    where id = ${videoId}
      and concat_ws('/', folder, streams ->> 'dir', streams -> 'renditions' -> ${index}::int ->> 'file') = ${key}`
}
