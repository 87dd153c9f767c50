import type { Db } from '../../../../../db/sql.ts'
import type { FrameRange } from '../../../../../media/encode/parts.ts'

/** The parts of a ladder. */
export interface PartsOfRun {
  videoId: string
  run: string
}

/** Number 0 is the sound. */
export interface PartId extends PartsOfRun {
  number: number
}

export interface LadderPartRow {
  number: number
  first_frame: number
  end_frame: number | null
  /** Null until it is stored. */
  seconds: number | null
  bytes: number | null
}

/** Replaces the parts of an earlier run. */
export async function insertParts(
  db: Db,
  { videoId, run, parts }: { videoId: string; run: string; parts: (FrameRange & { number: number })[] },
): Promise<void> {
  await deleteParts(db, videoId)
  const rows = parts.map(({ number, first, end }) => ({
    ...{ video_id: videoId, run, number },
    ...{ first_frame: first, end_frame: end ?? null },
  }))
  await db`insert into ladder_parts ${db(rows)}`
}

/** Sorted by number. Empty if the parts were joined, abandoned or replaced by those of another run. */
export const listParts = (db: Db, { videoId, run }: PartsOfRun): Promise<LadderPartRow[]> =>
  db<LadderPartRow[]>`
    select number, first_frame, end_frame, seconds, bytes::float8 as bytes from ladder_parts
    where video_id = ${videoId} and run = ${run} order by number`

/** Whether all parts of a ladder are stored. */
export const areStored = (parts: LadderPartRow[]) =>
  parts.length > 0 && parts.every(({ seconds }) => seconds !== null)

/**
 * Sets the progress of a part, unless it is stored, and of its video: the average of all parts with pictures, in
 * percent.
 */
export async function setPartProgress(
  db: Db,
  { videoId, run, number }: PartId,
  percent: number,
  now: Date,
): Promise<void> {
  await db`
    update ladder_parts set progress = ${percent}
    where video_id = ${videoId} and run = ${run} and number = ${number} and seconds is null`
  await db`
    update videos v set progress = least(99, p.percent), updated_at = ${now}
    from (
      select floor(avg(progress)) as percent from ladder_parts
      where video_id = ${videoId} and run = ${run} and number > 0
    ) p
    where v.id = ${videoId} and p.percent is not null`
}

/** Returns false if the part is not needed any more. */
export async function setPartStored(
  db: Db,
  { videoId, run, number }: PartId,
  { seconds, bytes }: { seconds: number; bytes: number },
): Promise<boolean> {
  const [row] = await db`
    update ladder_parts set progress = 100, seconds = ${seconds}, bytes = ${bytes}
    where video_id = ${videoId} and run = ${run} and number = ${number} returning 1`
  return row !== undefined
}

/** Returns whether there were any parts. */
export async function deleteParts(db: Db, videoId: string): Promise<boolean> {
  const rows = await db`delete from ladder_parts where video_id = ${videoId} returning 1`
  return rows.length > 0
}
