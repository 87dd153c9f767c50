import { createLargestSite } from '../../server/test/crawl/worst/largest-site.ts'
import { listCalls, listOtherRequests, type WorstRequest } from '../../server/test/crawl/worst/requests.ts'
import { startTestPostgres } from '../../server/test/database/postgres.ts'

// What each request costs the event loop, which serves one at a time, with the largest data that the rules accept and
// nothing cached: CPU time of the main thread, so that other programs and the database do not count. Goal: at most
// 10 ms for a visitor, on a machine that does the fixed work below in `referenceMs`; a slower or busy one may take
// longer.
const goalMs = 10
/** The least mean of several batches counts: a collection of the garbage of others may fall into one of them. */
const batches = 4
const rounds = 10
/** Before them, so that the code is compiled, as it is on a site that is running. */
const warmUps = 4
/** The least of 800 runs on the machine of docs/scale.md. */
const referenceMs = 2.9

const fixedText = 'A "fixed" text & its <b>signs</b>, of words that are found.\n'.repeat(2000)
/** Work like that of a request: reading and writing JSON, and replacing signs. */
function doFixedWork(): number {
  const lines = fixedText
    .split('\n')
    .map((text, id) => ({ id, text: text.replace(/[&<>"]/g, (sign) => `&${sign};`) }))
  return JSON.stringify(JSON.parse(JSON.stringify(lines))).length
}

const cpuMs = (since?: NodeJS.CpuUsage) => {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1000
}

const postgres = await startTestPostgres()
let statements = 0
const onQuery = () => {
  statements++
}
const site = await createLargestSite({ postgresUrl: postgres.url, onQuery })
const { injectedFetch } = site.app
try {
  const wanted = process.argv.slice(2)
  const requests = [...listCalls(site), ...listOtherRequests(site)].filter(
    ({ name, isReading }) => isReading && (wanted.length === 0 || wanted.some((part) => name.includes(part))),
  )
  let fixedMs = 0
  const lines: { name: string; actor: string; ms: number; statements: number; kilobytes: number }[] = []
  for (const request of requests) {
    lines.push(await measure(request))
    const start = process.threadCpuUsage()
    doFixedWork()
    fixedMs += cpuMs(start)
  }
  const factor = Math.max(1, fixedMs / requests.length / referenceMs)
  lines.sort((a, b) => b.ms - a.ms)
  console.log(
    `This machine takes ${factor.toFixed(2)} times as long as the reference; times are divided by that.`,
  )
  console.log('| request | by | ms | statements | kB |\n| --- | --- | --- | --- | --- |')
  for (const { name, actor, ms, statements: count, kilobytes } of lines)
    console.log(`| ${name} | ${actor} | ${(ms / factor).toFixed(1)} | ${count} | ${kilobytes.toFixed(1)} |`)
  const slow = lines.filter(({ actor, ms }) => actor === 'visitor' && ms / factor > goalMs)
  for (const { name, ms } of slow) console.log(`${name}: ${(ms / factor).toFixed(1)} ms MISSED`)
  console.log(`goal: at most ${goalMs} ms for visitors ${slow.length > 0 ? 'MISSED' : 'ok'}`)
  if (slow.length > 0) process.exitCode = 1
} finally {
  await site.close()
  await postgres.stop()
}

/** A mean, because the system counts CPU time in steps of some milliseconds. */
async function measure({ name, actor, prepare }: WorstRequest) {
  let kilobytes = 0
  const run = async (count: number) => {
    const prepared = await Promise.all(Array.from({ length: count }, prepare))
    const start = process.threadCpuUsage()
    for (const { client, path, init } of prepared) {
      statements = 0
      const response = await client.fetch(path, init, injectedFetch)
      kilobytes = (await response.arrayBuffer()).byteLength / 1000
    }
    return cpuMs(start) / count
  }
  await run(warmUps)
  const means: number[] = []
  for (let i = 0; i < batches; i++) means.push(await run(rounds))
  return { name, actor, ms: Math.min(...means), statements, kilobytes }
}
