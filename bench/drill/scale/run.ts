import { parseArgs } from 'node:util'
import { findProgram } from '../../../scripts/lib/ensure-tools.ts'
import { withDrillContext } from '../drill.ts'
import { logTail } from '../tools/program.ts'
import { startCluster } from './cluster.ts'
import { createRandom, killAtRandom } from './faults.ts'
import { measureThroughput } from './throughput.ts'
import { startTraffic } from './traffic.ts'

// npm run drill:scale [-- --minutes 4 --seed 7]: a site of nine processes is used while they are killed at random, one
// at a time, and is then measured with one, two and three api. Fails if acknowledged data is lost, or if anybody sees
// an error that persists after retries.
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '4' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed)
if (!(minutes > 0) || !Number.isInteger(seed)) throw new Error('--minutes and --seed need a number')
const missing = ['nginx', 'openssl', 'swift-proxy-server'].filter((name) => !findProgram(name))
if (missing.length > 0) throw new Error(`Not installed: ${missing.join(', ')}`)

await withDrillContext(async (context) => {
  try {
    const cluster = await startCluster(context)
    const traffic = await startTraffic(context, cluster.origin)
    console.log(`kills for ${minutes} minutes with --seed ${seed}`)
    await killAtRandom(cluster.parts, createRandom(seed), minutes * 60_000)
    await traffic.stop()
    const { acknowledged } = context.ledger
    const { lost, lostCount } = await context.ledger.check()
    console.log(`acknowledged: ${acknowledged}`)
    console.log(`lost: ${lostCount === 0 ? 'nothing' : lost}`)
    console.log(`people: ${traffic.retries}`)
    if (lostCount > 0) throw new Error('Something that was acknowledged is lost')
    await measureThroughput(context, cluster)
  } catch (error) {
    console.error(`${(error as Error).stack}\nThe log ends with:\n${await logTail(context)}`)
    process.exitCode = 1
  }
})
