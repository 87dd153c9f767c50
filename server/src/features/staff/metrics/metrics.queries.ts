import type { Db } from '../../../db/sql.ts'
import { type JobCounts, jobCounts } from '../failed-jobs/failed-jobs.fragments.ts'

export interface SiteNumbers {
  /** With the seconds that the oldest of those that wait has been due. */
  jobs: (Omit<JobCounts, 'oldest'> & { oldestSeconds: number | null })[]
  /** The bytes of videos by kind. */
  storage: Record<string, number>
  uploads: number
  uploadBytes: number
  /** Uploads that a process is writing to, or making a video of. */
  uploadsInUse: number
}

/** More are not counted: this is asked by every process, several times a minute. */
const countedJobs = 20_000

/** What is the same for every process, from tables that are small: in one statement, because it is asked for again and again. */
export async function findSiteNumbers(db: Db, now: Date): Promise<SiteNumbers | undefined> {
  const [row] = await db<SiteNumbers[]>`
    select
      (select coalesce(json_agg(counted), '[]') from (
        select name, waiting, running, scheduled, failed,
          extract(epoch from now() - oldest)::float8 as "oldestSeconds"
        from (${jobCounts(db, countedJobs)}) counts
      ) counted) as jobs,
      (select coalesce(json_object_agg(kind, bytes), '{}') from storage_sizes) as storage,
      count(*)::int as uploads, coalesce(sum(size), 0)::float8 as "uploadBytes",
      (select count(*)::int from upload_locks where expires_at > now()) as "uploadsInUse"
    from uploads where expires_at > ${now}`
  return row
}
