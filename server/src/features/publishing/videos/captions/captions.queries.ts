import type { Db } from '../../../../db/sql.ts'
import type { VideoRow } from '../videos.queries.ts'

/** Call it with the row locked. */
export async function saveCaptions(
  db: Db,
  id: string,
  { captions, caption_files }: Pick<VideoRow, 'captions' | 'caption_files'>,
  now: Date,
): Promise<void> {
  await db`
    update videos set captions = ${captions && JSON.stringify(captions)}::text::jsonb,
      caption_files = ${JSON.stringify(caption_files)}::text::jsonb, updated_at = ${now}
    where id = ${id}`
}
