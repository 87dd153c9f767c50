import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Context } from '../../../context/context.ts'
import type { CacheUse } from '../../../http/response-cache/fresh-cache.ts'
import type { Pool } from '../../../jobs/define-job.ts'
import { freeBytesOf } from '../../../lib/files/disk.ts'
import { shareRunning, withinTime } from '../../../lib/running/share-running.ts'
import { addCaches, addFiles, addPool, addSiteNumbers } from './gauges.ts'
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
  const setFiles = addFiles(own)
  const setSiteNumbers = addSiteNumbers(own, poolOf)
  const findNumbers = shareRunning(() => findSiteNumbers(context.sql, context.clock.now()))

  return shareRunning(async () => {
    const [numbers, freeBytes, files] = await Promise.all([
      withinTime(findNumbers(), databaseWithinMs),
      freeBytesOf(context.config.dataDir).catch(() => Number.NaN),
      context.checkFiles(),
    ])
    setSiteNumbers(numbers)
    setFiles(files, freeBytes)
    const registry = Registry.merge([context.metrics.registry, own, processRegistry()])
    return { text: await registry.metrics(), contentType: registry.contentType }
  })
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
