import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addressOf, api } from '@vireo/contract'
import { nodeFlags } from '../../e2e/support/site.ts'
import { connect, type Sql } from '../../server/src/db/sql.ts'
import { type DrillContext, withDrillContext } from '../drill/drill.ts'
import { embeddedDatabase, type Program, startProgram } from '../drill/tools/program.ts'
import { runMixedLoad } from '../tools/mixed-load.ts'
import { measureMemory } from '../tools/processes.ts'
import { median, report } from '../tools/report.ts'
import { addPeople, fillSite } from '../tools/site-data.ts'

// The cost of an idle site: everything in one process with the embedded PostgreSQL, on an existing database. Goals: the
// first answer 2 s after the start, at most 300 MB for all processes together, and at most 350 MB a minute after a
// mixed load over 16 connections. LOAD_MINUTES sets how long it lasts: half an hour shows slow growth, three minutes
// whether memory is given back at all (docs/decisions/0061).
const rounds = 3
const goalSeconds = 2
const goalBytes = 300e6
const goalBytesAfterLoad = 350e6
const restMs = 20_000
const restAfterLoadMs = 60_000
const loadMinutes = Number(process.env.LOAD_MINUTES ?? 3)

await withDrillContext(async (context) => {
  const list = addressOf(api.videos.list)
  const program = await startProgram(context, { flags: nodeFlags })
  await untilAnswered(program.origin + list)
  const { url } = await embeddedDatabase(join(context.folder, 'data'))
  const sql = connect(url, { max: 1 })
  const content = await fill(context, sql)
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
  report('memory when idle', (await describeMemory(program, 'idle')) / 1e6, goalBytes / 1e6, 'MB', 1)
  const load = { ...content, origin: program.origin, connections: 16, seconds: loadMinutes * 60 }
  const { answered, busy } = await runMixedLoad(load)
  console.log(`${answered} requests in ${loadMinutes} minutes, and ${busy} that the busy server refused`)
  await describeMemory(program, 'at the end of the load')
  await sleep(restAfterLoadMs)
  const after = await describeMemory(program, 'a minute after the load')
  report('memory after load', after / 1e6, goalBytesAfterLoad / 1e6, 'MB', 1)
})

/** The videos and people that the load uses, and a file. */
async function fill({ folder }: DrillContext, sql: Sql) {
  const { word } = await fillSite(sql)
  const tokens = await addPeople(sql, 50)
  const videos = await sql<{ id: string; folder: string }[]>`
    select id, folder from videos order by created_at desc limit 199`
  const key = `${videos[0]?.folder}/extras/preview.mp4`
  const size = 64 * 1024 * 1024
  const path = join(folder, 'data/media', key)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, Buffer.alloc(size, 'vireo'))
  return { videoIds: videos.map(({ id }) => id), word, tokens, file: { path: `/media/${key}`, size } }
}

/** Prints the memory of all processes. Returns what they take together, with shared memory counted once. */
async function describeMemory({ pid }: Program, when: string): Promise<number> {
  const { own, total, processes } = await measureMemory(pid)
  const megabytes = (bytes: number) => Math.round(bytes / 1e6)
  const counted = `${megabytes(total.pss)} MB (${megabytes(total.rss)} MB with shared memory counted in every process)`
  console.log(`memory ${when}: ${counted}, server ${megabytes(own.pss)} MB, ${processes} processes`)
  return total.pss
}

async function untilAnswered(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    // Checking more often would slow down the start itself.
    await sleep(50)
  }
}
