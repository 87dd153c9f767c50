import { addressOf, api } from '@vireo/contract'
import { connect } from '../../../server/src/db/sql.ts'
import { addPeople, fillSite } from '../../tools/site-data.ts'
import { measureLikes, measureRate } from '../../tools/wrk.ts'
import type { DrillContext } from '../drill.ts'
import { type Nginx, startNginx } from '../tools/nginx.ts'
import { untilReady } from '../tools/program.ts'
import type { Cluster } from './cluster.ts'
import { measureCpu } from './cpu.ts'

const seconds = 5
const people = 1000
const encoding = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** Requests per second through nginx with one, two and three api, and the cores used by each part. Prints tables. */
export async function measureThroughput(context: DrillContext, cluster: Cluster): Promise<void> {
  const sql = connect(cluster.databaseUrl)
  context.defer(() => sql.end({ timeout: 1 }))
  const { videoId } = await fillSite(sql)
  const tokens = await addPeople(sql, people)
  const cookie = `vireo_session=${tokens[0]}`
  const video = addressOf(api.videos.get).replace(':id', videoId)
  const list = addressOf(api.videos.list)
  const calls: [string, (origin: string) => Promise<number>][] = [
    ['list, visitors', (origin) => measure(origin + list)],
    ['video, visitors', (origin) => measure(origin + video)],
    ['list, signed in', (origin) => measure(origin + list, { cookie })],
    ['video, signed in', (origin) => measure(origin + video, { cookie })],
    [
      'likes of one video',
      async (origin) => {
        await sql`delete from rate_limits`
        const { added, removed } = await measureLikes(origin, { videoId, tokens, seconds, connections: 64 })
        return (added + removed) / seconds
      },
    ],
  ]
  const proxies: Nginx[] = []
  for (const count of [1, 2, 3]) {
    const nginx = await startNginx({ context, servers: cluster.apis.slice(0, count) })
    await untilReady(nginx)
    proxies.push(nginx)
  }
  const others = cluster.parts.filter(({ name }) => name !== 'nginx')
  console.log('\n| requests/s | 1 api | 2 api | 3 api | cores used with 3 |')
  console.log('| --- | --- | --- | --- | --- |')
  for (const [name, call] of calls) {
    const rates: number[] = []
    let cores = ''
    for (const { origin, pid } of proxies) {
      const parts = [...others, { name: 'nginx', pids: async () => [pid] }]
      cores = describe(await measureCpu(parts, async () => rates.push(await call(origin))))
    }
    const [first = 1] = rates
    const cells = rates.map((rate) => `${rate.toFixed(0)} (${(rate / first).toFixed(2)})`)
    console.log(`| ${name} | ${cells.join(' | ')} | ${cores} |`)
  }
}

const measure = (url: string, headers: Record<string, string> = {}) =>
  measureRate(url, { headers: { ...encoding, ...headers }, seconds, connections: 64 })

/** The parts that use a twentieth of a core or more; all api are added up. */
function describe(cores: Map<string, number>): string {
  const groups = new Map<string, number>()
  for (const [name, used] of cores) {
    const group = name.replace(/-\d+$/, '')
    groups.set(group, (groups.get(group) ?? 0) + used)
  }
  return [...groups]
    .filter(([, used]) => used >= 0.05)
    .map(([name, used]) => `${name} ${used.toFixed(2)}`)
    .join(', ')
}
