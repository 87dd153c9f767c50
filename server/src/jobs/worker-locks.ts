import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import { connect, type Sql } from '../db/sql.ts'
import type { Logger } from '../lib/logger.ts'

/** The first key of the advisory locks, so that they clash with no others. */
const lockSpace = 7_483_612
/** A new worker may take its first job just before it has its lock. */
const graceSeconds = 2

/**
 * Returns the jobs of dead workers to the queue, which would otherwise keep them locked for hours. Every worker holds
 * an advisory lock on its id, the one that its jobs are locked by. PostgreSQL releases the lock when the process dies,
 * so a worker is dead if someone else can take its lock.
 */
export async function watchWorkers(databaseUrl: string, sql: Sql, log: Logger, checkEveryMs = 15_000) {
  const locks = new WorkerLocks(databaseUrl, log)
  await returnJobsOfDeadWorkers(sql, log)
  const timer = setInterval(() => {
    returnJobsOfDeadWorkers(sql, log).catch((error: unknown) =>
      log.error(error, 'could not look for dead workers'),
    )
  }, checkEveryMs)
  return {
    /** Locks the id of the pool that emits these events. */
    follow: (events: WorkerEvents) =>
      void events.on('pool:create', ({ workerPool }) => locks.add(workerPool.id)),
    /** For a pool that stopped without returning its jobs: other workers may take them now. */
    releaseLock: (id: string) => locks.release(id),
    stop: async () => {
      clearInterval(timer)
      await locks.stop()
    },
  }
}

async function returnJobsOfDeadWorkers(sql: Sql, log: Logger): Promise<void> {
  const rows = await sql<{ locked_by: string }[]>`
    select distinct locked_by from graphile_worker.jobs
    where locked_at < now() - make_interval(secs => ${graceSeconds})`
  for (const { locked_by: id } of rows) {
    await sql.begin(async (tx) => {
      const [lock] = await tx<{ isDead: boolean }[]>`
        select pg_try_advisory_xact_lock(${lockSpace}, hashtext(${id})) as "isDead"`
      if (!lock?.isDead) return
      await tx`select graphile_worker.force_unlock_workers(array[${id}])`
      log.warn({ worker: id }, 'returned the jobs of a dead worker to the queue')
    })
  }
}

/** The locks of the workers of this process, all on one connection. */
class WorkerLocks {
  readonly #log: Logger
  readonly #connection: Sql
  readonly #ids = new Set<string>()
  readonly #lockedIds = new Set<string>()
  #isIncomplete = false
  #isStopped = false
  #locking: Promise<void> | undefined

  constructor(databaseUrl: string, log: Logger) {
    this.#log = log
    // A separate connection that is never recycled, because the locks end with it.
    this.#connection = connect(databaseUrl, {
      max: 1,
      isRecycled: false,
      hasArrays: false,
      applicationName: 'vireo-worker-lock',
      onClose: () => {
        this.#lockedIds.clear()
        this.#lockAll()
      },
    })
  }

  add(id: string) {
    this.#ids.add(id)
    this.#lockAll()
  }

  release(id: string) {
    this.#ids.delete(id)
    this.#lockedIds.delete(id)
    // If the connection is lost, so is the lock.
    this.#connection`select pg_advisory_unlock(${lockSpace}, hashtext(${id}))`.catch(() => {})
  }

  async stop() {
    this.#isStopped = true
    await this.#connection.end({ timeout: 0 })
    await this.#locking
  }

  /** Also called when the connection was lost; otherwise a living worker would be taken for a dead one. */
  #lockAll() {
    this.#isIncomplete = this.#ids.size > 0
    this.#locking ??= this.#lockMissing().finally(() => {
      this.#locking = undefined
    })
  }

  async #lockMissing() {
    while (this.#isIncomplete && !this.#isStopped) {
      this.#isIncomplete = false
      // Each id only once, because a lock that is taken twice has to be released twice.
      const ids = [...this.#ids].filter((id) => !this.#lockedIds.has(id))
      try {
        for (const id of ids) {
          await this.#connection`select pg_advisory_lock(${lockSpace}, hashtext(${id}))`
          this.#lockedIds.add(id)
        }
      } catch (error) {
        if (this.#isStopped) return
        this.#log.warn({ err: error }, 'could not lock the ids of the workers')
        this.#isIncomplete = true
        await sleep(500)
      }
    }
  }
}
