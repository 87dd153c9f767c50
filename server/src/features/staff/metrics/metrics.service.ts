import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Context } from '../../../context/context.ts'
import type { CacheUse } from '../../../http/response-cache/fresh-cache.ts'
import type { Pool } from '../../../jobs/define-job.ts'
import { freeBytesOf } from '../../../lib/files/disk.ts'
import { addCaches, addPool, addSiteNumbers } from './gauges.ts'
import { findSiteNumbers } from './metrics.queries.ts'

export interface MetricSources {
  /** The caches of this process; a worker has none. */
  caches: Record<string, { use: CacheUse }>
  /** The pool of workers that runs the jobs of a name. */
  poolOf: (name: string) => Pool
}

/** Shorter than the ten seconds that Prometheus waits for the whole answer. */
const databaseWithinMs = 3000

/** Returns a function that reads all metrics as text. Simultaneous calls get the same result. */
export function createScrape(context: Context, { caches, poolOf }: MetricSources) {
  const own = new Registry()
  addPool(own, context.sql)
  addCaches(own, caches)
  const setSiteNumbers = addSiteNumbers(own, poolOf)
  const findNumbers = shareRunning(() => findSiteNumbers(context.sql, context.clock.now()))

  return shareRunning(async () => {
    const [numbers, freeBytes] = await Promise.all([
      withinTime(findNumbers(), databaseWithinMs),
      freeBytesOf(context.config.dataDir).catch(() => Number.NaN),
    ])
    setSiteNumbers(numbers, freeBytes)
    const registry = Registry.merge([context.metrics.registry, own, processRegistry()])
    return { text: await registry.metrics(), contentType: registry.contentType }
  })
}

/** Calls while it runs get the same result. */
function shareRunning<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  return () => {
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}

/** Undefined if it fails or takes too long. */
async function withinTime<Result>(work: Promise<Result>, ms: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([work.catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}

let processMetrics: Registry | undefined

/** Memory, event loop and garbage collection of the process, which are observed from the first call on. */
function processRegistry(): Registry {
  if (!processMetrics) {
    processMetrics = new Registry()
    collectDefaultMetrics({ register: processMetrics })
  }
  return processMetrics
}
