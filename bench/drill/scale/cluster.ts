import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../../server/src/db/embedded/embedded.ts'
import { startSwiftS3 } from '../../../server/test/programs/swift-s3.ts'
import type { DrillContext } from '../drill.ts'
import { startNginx } from '../tools/nginx.ts'
import { embeddedDatabase, type Program, startProgram, untilReady } from '../tools/program.ts'
import { pause } from '../tools/waiting.ts'

const apiCount = 3
const workerCount = 2

/** A part of the site that may be killed. */
export interface Part {
  name: string
  /** Kills it, restarts it after a pause, and returns when it works. */
  kill(pauseMs: number): Promise<void>
  /** Its processes, without their child processes. */
  pids(): Promise<number[]>
}

export interface Cluster {
  origin: string
  apis: Program[]
  parts: Part[]
  databaseUrl: string
}

/** Simulates many machines: nginx, three api, two workers, PostgreSQL and an S3 store. Only the last two are shared. */
export async function startCluster(context: DrillContext): Promise<Cluster> {
  const dataDir = join(context.folder, 'database')
  const database = await startEmbeddedPostgres({ dataDir, log: { info: () => {}, warn: () => {} } })
  context.defer(database.stop)
  const store = await startSwiftS3()
  context.defer(store.stop)
  const start = async (role: 'api' | 'worker', number: number) => {
    const dataDir = join(context.folder, `${role}-${number}`)
    const env = { DATABASE_URL: database.url, STORAGE_URL: store.url, DATA_DIR: dataDir }
    const program = await startProgram(context, { role, env })
    await untilReady(program)
    return program
  }
  const apis: Program[] = []
  const workers: Program[] = []
  for (let i = 1; i <= apiCount; i++) apis.push(await start('api', i))
  for (let i = 1; i <= workerCount; i++) workers.push(await start('worker', i))
  const nginx = await startNginx({ context, servers: apis })
  await untilReady(nginx)
  const untilAllReady = async () => {
    for (const program of [...apis, ...workers]) await untilReady(program)
  }
  const postgres: Part = {
    name: 'PostgreSQL',
    kill: async () => {
      process.kill((await embeddedDatabase(dataDir)).pid, 'SIGKILL')
      // Its supervisor is in this process and restarts it.
      await pause(100)
      await untilAllReady()
    },
    pids: async () => [(await embeddedDatabase(dataDir)).pid],
  }
  const swift: Part = {
    name: 'store',
    kill: async () => {
      await store.killAndStart()
      await untilAllReady()
    },
    pids: async () => store.pids,
  }
  const parts = [
    ...apis.map((api, i) => toPart(`api-${i + 1}`, api)),
    ...workers.map((worker, i) => toPart(`worker-${i + 1}`, worker)),
    toPart('nginx', nginx),
    postgres,
    swift,
  ]
  return { origin: nginx.origin, apis, parts, databaseUrl: database.url }
}

type Killable = Pick<Program, 'origin' | 'pid' | 'kill' | 'start'>

const toPart = (name: string, program: Killable): Part => ({
  name,
  kill: async (pauseMs) => {
    await program.kill('SIGKILL')
    await pause(pauseMs)
    program.start()
    await untilReady(program)
  },
  pids: async () => [program.pid],
})
