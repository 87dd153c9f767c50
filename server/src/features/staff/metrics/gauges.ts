import { Counter, Gauge, type Registry } from 'prom-client'
import type { FilesState } from '../../../context/files-check.ts'
import { poolUseOf } from '../../../db/pool.ts'
import type { Sql } from '../../../db/sql.ts'
import type { CacheUse } from '../../../http/response-cache/fresh-cache.ts'
import { type Pool, pools } from '../../../jobs/define-job.ts'
import type { SiteNumbers } from './metrics.queries.ts'

/** The connections of the process to the database. */
export function addPool(registry: Registry, sql: Sql): void {
  const registers = [registry]
  const use = () => poolUseOf(sql)
  new Gauge({
    name: 'vireo_database_connections_in_use',
    help: 'Connections to the database that this process is using',
    registers,
    collect() {
      this.set(use().inUse)
    },
  })
  new Gauge({
    name: 'vireo_database_connections_max',
    help: 'The most connections to the database that this process may use at once',
    registers,
    collect() {
      this.set(use().max)
    },
  })
  new Gauge({
    name: 'vireo_database_connections_waiting',
    help: 'Statements and transactions that wait for a connection',
    registers,
    collect() {
      this.set(use().waiting)
    },
  })
  new Counter({
    name: 'vireo_database_connection_timeouts_total',
    help: 'Statements and transactions that have failed because no connection became free in time',
    registers,
    collect() {
      this.reset()
      this.inc(use().timeouts)
    },
  })
}

/** The caches in the memory of the process. */
export function addCaches(registry: Registry, caches: Record<string, { use: CacheUse }>): void {
  const registers = [registry]
  const uses = () => Object.entries(caches).map(([cache, { use }]) => ({ cache, ...use }))
  new Counter({
    name: 'vireo_cache_requests_total',
    help: 'How often something was found in a cache (hit) or had to be made (miss)',
    labelNames: ['cache', 'result'],
    registers,
    collect() {
      this.reset()
      for (const { cache, hits, misses } of uses()) {
        this.inc({ cache, result: 'hit' }, hits)
        this.inc({ cache, result: 'miss' }, misses)
      }
    },
  })
  new Gauge({
    name: 'vireo_cache_entries',
    help: 'How much is kept in a cache',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const { cache, entries } of uses()) this.set({ cache }, entries)
    },
  })
  new Gauge({
    name: 'vireo_cache_bytes',
    help: 'About how many bytes a cache takes',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const { cache, bytes } of uses()) this.set({ cache }, bytes)
    },
  })
}

/** Returns a function that sets the gauges of what files need. */
export function addFiles(registry: Registry) {
  const add = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const up = add('vireo_store_up', 'Whether the store of the files has answered within two seconds')
  const accepts = add(
    'vireo_disk_accepts_files',
    'Whether the disk of DATA_DIR has more than its reserve left',
  )
  const free = add('vireo_disk_free_bytes', 'Free bytes on the disk of DATA_DIR')

  return ({ storage, disk }: FilesState, freeBytes: number) => {
    up.set(storage === 'ok' ? 1 : 0)
    accepts.set(disk === 'ok' ? 1 : 0)
    free.set(freeBytes)
  }
}

const jobStates = ['waiting', 'running', 'scheduled', 'failed'] as const

/** Returns a function that sets the gauges; without numbers, those of the database are omitted. */
export function addSiteNumbers(registry: Registry, poolOf: (name: string) => Pool) {
  const add = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const up = add('vireo_database_up', 'Whether the database has answered within three seconds')
  const jobs = add(
    'vireo_jobs',
    'Jobs of all processes by state, up to 20,000: failed is for good, scheduled is due later',
    ['pool', 'state'],
  )
  const oldest = add(
    'vireo_jobs_oldest_waiting_seconds',
    'How long the first job of a pool has been waiting',
    ['pool'],
  )
  const storage = add(
    'vireo_storage_bytes',
    'Bytes of the files of videos by kind, summed every ten minutes',
    ['kind'],
  )
  const uploads = add('vireo_uploads', 'Resumable uploads that are not a video yet')
  const uploadBytes = add('vireo_uploads_bytes', 'The size of these uploads when they are complete')
  const uploadsInUse = add(
    'vireo_uploads_in_use',
    'Uploads that a process is receiving, or making a video of',
  )

  return (numbers: SiteNumbers | undefined) => {
    up.set(numbers ? 1 : 0)
    for (const gauge of [jobs, oldest, storage]) gauge.reset()
    // Resetting gauges without labels would set them to zero.
    for (const gauge of [uploads, uploadBytes, uploadsInUse]) gauge.remove()
    if (!numbers) return
    for (const pool of pools) {
      const rows = numbers.jobs.filter(({ name }) => poolOf(name) === pool)
      for (const state of jobStates)
        jobs.set(
          { pool, state },
          rows.reduce((sum, row) => sum + row[state], 0),
        )
      oldest.set({ pool }, Math.max(0, ...rows.map((row) => row.oldestSeconds ?? 0)))
    }
    for (const [kind, bytes] of Object.entries(numbers.storage)) storage.set({ kind }, bytes)
    uploads.set(numbers.uploads)
    uploadBytes.set(numbers.uploadBytes)
    uploadsInUse.set(numbers.uploadsInUse)
  }
}
