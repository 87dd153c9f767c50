import { join } from 'node:path'
import { nodeFlags } from '../../../e2e/support/site.ts'
import { connect } from '../../../server/src/db/sql.ts'
import { fillSite } from '../../tools/site-data.ts'
import type { Drill } from '../drill.ts'
import { embeddedDatabase, startProgram, untilReady } from '../tools/program.ts'
import { pause } from '../tools/waiting.ts'
import { type Crowd, gather } from './people.ts'
import { type Sample, takeSample } from './samples.ts'
import { describeTrend, findGrowth } from './trend.ts'

const fullMinutes = 120
const sabotagedMinutes = 4
const sampleMs = 5000

/** Hours of moderate use, in which memory, open files, connections and disk must stay flat. */
export const soak = (asked?: number): Drill => ({
  name: 'soak',
  isOnlyByName: true,
  minutes: (asked ?? fullMinutes) + 15,
  whySkipped: () => (process.platform === 'linux' ? undefined : 'memory is read from /proc, as on Linux'),
  sabotages: [
    {
      what: 'every request leaves 128 kB of memory and an open file behind',
      failsWith: /serverMegabytes grew by .*files grew by/,
      module: 'leak.ts',
    },
  ],
  run: async (context) => {
    const minutes = asked ?? (context.sabotage ? sabotagedMinutes : fullMinutes)
    const program = await startProgram(context, { flags: nodeFlags })
    await untilReady(program)
    const dataDir = join(context.folder, 'data')
    const { url } = await embeddedDatabase(dataDir)
    const sql = connect(url, { max: 1 })
    context.defer(() => sql.end({ timeout: 1 }))
    await fillSite(sql)
    const crowd = await gather(context, program.origin)
    const samples: Sample[] = []
    const started = performance.now()
    const minutesSince = () => (performance.now() - started) / 60_000
    while (minutesSince() < minutes && !crowd.hasFailed) {
      const sample = await takeSample({ pid: program.pid, dataDir, sql, minutes: minutesSince() })
      if (Math.floor(sample.minutes) > Math.floor(samples.at(-1)?.minutes ?? -1)) print(sample, crowd)
      samples.push(sample)
      await pause(sampleMs)
    }
    console.log(describeTrend(samples))
    const growth = findGrowth(samples)
    const stopped = crowd.stop()
    if (growth.length === 0) await stopped
    else {
      // Growth explains errors that people saw.
      await stopped.catch(() => {})
      throw new Error(growth.join('; '))
    }
    return { seconds: minutes * 60, notes: [`turns of people: ${crowd.retries}`] }
  },
})

function print(sample: Sample, { retries }: Crowd): void {
  const memory = `server ${sample.serverMegabytes.toFixed(0)} MB, PostgreSQL ${sample.postgresMegabytes.toFixed(0)} MB`
  const rest = `${sample.files} files, ${sample.connections} connections, disk ${sample.diskMegabytes.toFixed(0)} MB`
  console.log(`${sample.minutes.toFixed(0)} min: ${memory}, ${rest}, ${retries}`)
}
