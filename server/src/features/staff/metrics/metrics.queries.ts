import type { Db } from '../../../db/sql.ts'
import { type JobCounts, jobCounts } from '../failed-jobs/failed-jobs.fragments.ts'

export interface SiteNumbers {
  /** `oldestSeconds`: how long the oldest waiting job has been due. */
  jobs: (Omit<JobCounts, 'oldest'> & { oldestSeconds: number | null })[]
  /** The bytes of videos by kind. */
  storage: Record<string, number>
  uploads: number
  uploadBytes: number
  /** Uploads that a process is writing to, or making a video of. */
  uploadsInUse: number
}

/** More are not counted, because every process runs this query several times a minute. */
const countedJobs = 20_000

/** Numbers that are the same for every process, from small tables. One statement, because it runs so often. */
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
