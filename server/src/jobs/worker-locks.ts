import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import { connect, type Sql } from '../db/sql.ts'
import type { Logger } from '../lib/logger.ts'

const lockSpace = 7_483_612
/** A worker that has just begun takes its first job about when it takes its lock. */
const graceSeconds = 2

/**
 * Hands the jobs of dead workers back. The queue alone would keep a job of a killed worker locked for hours.
 * Every living worker holds an advisory lock on its id (the one that its jobs are locked by) over one
 * connection; PostgreSQL frees it the moment the process dies, so whoever can take the lock of a worker that
 * still holds jobs knows that it is gone.
 */
export async function watchWorkers(databaseUrl: string, sql: Sql, log: Logger, checkEveryMs = 15_000) {
  const ownIds = new Set<string>()
  const heldIds = new Set<string>()
  let isWanted = false
  let isStopped = false
  let taking: Promise<void> | undefined
  // A connection of its own that is never recycled: the locks live as long as it does.
  const connection = connect(databaseUrl, {
    max: 1,
    isRecycled: false,
    hasArrays: false,
    applicationName: 'vireo-worker-lock',
    onClose: () => {
      heldIds.clear()
      hold()
    },
  })

  /** Locks the id of the pool that emits these events. */
  function follow(events: WorkerEvents) {
    events.on('pool:create', ({ workerPool }) => {
      ownIds.add(workerPool.id)
      hold()
    })
  }

  /** For a pool that has stopped without returning its jobs: others may take them now. */
  function releaseLock(id: string) {
    ownIds.delete(id)
    heldIds.delete(id)
    // With a lost connection the lock is gone already.
    connection`select pg_advisory_unlock(${lockSpace}, hashtext(${id}))`.catch(() => {})
  }

  /** Asked for again whenever the connection is lost, so that a living worker is not taken for a dead one. */
  function hold() {
    isWanted = ownIds.size > 0
    taking ??= takeLocks().finally(() => {
      taking = undefined
    })
  }

  async function takeLocks() {
    while (isWanted && !isStopped) {
      isWanted = false
      // Each once: a lock that is taken twice has to be released twice.
      const ids = [...ownIds].filter((id) => !heldIds.has(id))
      try {
        for (const id of ids) {
          await connection`select pg_advisory_lock(${lockSpace}, hashtext(${id}))`
          heldIds.add(id)
        }
      } catch (error) {
        if (isStopped) return
        log.warn({ err: error }, 'could not lock the ids of the workers')
        isWanted = true
        await sleep(500)
      }
    }
  }

  async function release() {
    const rows = await sql<{ locked_by: string }[]>`
      select distinct locked_by from graphile_worker.jobs
      where locked_at < now() - make_interval(secs => ${graceSeconds})`
    for (const { locked_by: id } of rows) {
      await sql.begin(async (tx) => {
        const [lock] = await tx<{ isDead: boolean }[]>`
          select pg_try_advisory_xact_lock(${lockSpace}, hashtext(${id})) as "isDead"`
        if (!lock?.isDead) return
        await tx`select graphile_worker.force_unlock_workers(array[${id}])`
        log.warn({ worker: id }, 'handed back the jobs of a worker that is gone')
      })
    }
  }

  await release()
  const timer = setInterval(() => {
    release().catch((error: unknown) => log.error(error, 'could not look for dead workers'))
  }, checkEveryMs)

  return {
    follow,
    releaseLock,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await connection.end({ timeout: 0 })
      await taking
    },
  }
}
