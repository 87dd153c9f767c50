import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addressOf, api } from '@vireo/contract'
import { nodeFlags } from '../../e2e/support/site.ts'
import { connect } from '../../server/src/db/sql.ts'
import { withDrillContext } from '../drill/drill.ts'
import { embeddedDatabase, startProgram } from '../drill/tools/program.ts'
import { sumMemory } from '../tools/processes.ts'
import { median, report } from '../tools/report.ts'
import { fillSite } from '../tools/site-data.ts'
import { measureRate } from '../tools/wrk.ts'

// The cost of an idle site: everything in one process with the embedded PostgreSQL, on an existing database. Goals: the
// first answer 2 s after the start, at most 300 MB for all processes together, and memory taken under load is released.
const rounds = 3
const goalSeconds = 2
const goalBytes = 300e6
const restMs = 20_000
const loadSeconds = 10

await withDrillContext(async (context) => {
  const list = addressOf(api.videos.list)
  const program = await startProgram(context, { flags: nodeFlags })
  await untilAnswered(program.origin + list)
  const { url } = await embeddedDatabase(join(context.folder, 'data'))
  const sql = connect(url, { max: 1 })
  await fillSite(sql)
  await sql.end()
  const starts: number[] = []
  for (let i = 0; i < rounds; i++) {
    await program.kill('SIGTERM')
    const started = performance.now()
    program.start()
    await untilAnswered(program.origin + list)
    starts.push((performance.now() - started) / 1000)
  }
  report('start to the first answer', median(starts), goalSeconds, 's', 1)
  await sleep(restMs)
  const idle = await sumMemory([program.pid])
  report('memory when idle', idle / 1e6, goalBytes / 1e6, 'MB', 1)
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' }
  await measureRate(program.origin + list, { headers, seconds: loadSeconds, connections: 64 })
  console.log(`memory under load: ${Math.round((await sumMemory([program.pid])) / 1e6)} MB`)
  await sleep(restMs)
  report('memory after load', (await sumMemory([program.pid])) / 1e6, idle / 1e6, 'MB', 1.5)
})

async function untilAnswered(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    // Checking more often would slow down the start itself.
    await sleep(50)
  }
}
