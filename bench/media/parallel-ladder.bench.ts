import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../server/src/context/config.ts'
import { createContext } from '../../server/src/context/context.ts'
import { createSampleUser } from '../../server/src/features/people/accounts/accounts.samples.ts'
import { makeLadderJob } from '../../server/src/features/publishing/videos/processing/ladder/ladder.jobs.ts'
import {
  makeExtrasJob,
  makePlayableJob,
} from '../../server/src/features/publishing/videos/processing/processing.jobs.ts'
import { publishVideo } from '../../server/src/features/publishing/videos/uploads/publish.service.ts'
import { enqueue } from '../../server/src/jobs/define-job.ts'
import { startWorker } from '../../server/src/jobs/run-worker.ts'
import { findFreePort } from '../../server/src/lib/net/free-port.ts'
import { createTestDatabase } from '../../server/test/database/database.ts'
import { startTestPostgres } from '../../server/test/database/postgres.ts'
import { testPasswordHash } from '../../server/test/password.ts'
import { report } from '../tools/report.ts'

// Seconds for all sizes of a long video: in parts by two workers with one core each, in parts by one such worker, and
// in one pass by one. Needs taskset (util-linux) and two otherwise idle cores.
const seconds = Number(process.env.CLIP_SECONDS ?? 310)
const folder = mkdtempSync(join(tmpdir(), 'vireo-bench-'))
const source = join(folder, 'source.mp4')
const picture = `testsrc2=s=640x360:r=12:d=${seconds}`
execFileSync('ffmpeg', [
  ...[
    '-nostdin',
    '-loglevel',
    'error',
    '-f',
    'lavfi',
    '-i',
    picture,
    '-f',
    'lavfi',
    '-i',
    `sine=f=330:d=${seconds}`,
  ],
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '48', '-pix_fmt', 'yuv420p', '-c:a', 'aac', source],
])

const postgres = await startTestPostgres()
const database = await createTestDatabase(postgres.url)
const env = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' }
const context = await createContext(readConfig(env))
const { sql } = context
const account = { username: 'bench', fullname: 'Bench', passwordHash: testPasswordHash }
const ownerId = await createSampleUser(context, account)
try {
  const onePass = await measure([0], true)
  const alone = await measure([0], false)
  const both = await measure([0, 1], false)
  const load = loadavg()[0]?.toFixed(1)
  console.log(`a video of ${seconds} s, 360p; load at the end ${load}`)
  report('the ladder by two workers, compared with one', both, alone, 's', 0.6)
  report('the ladder in parts by one worker, compared with one pass', alone, onePass, 's', 1.05)
} finally {
  await context.close()
  await database.drop()
  await postgres.stop()
  rmSync(folder, { recursive: true })
}

/** Publishes the video and encodes its ladder with one worker on each of these cores. */
async function measure(cores: number[], isOnePass: boolean): Promise<number> {
  const videoId = await publishPlayable(isOnePass)
  const workers = await Promise.all(cores.map(startOnCore))
  try {
    const startedAt = performance.now()
    await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs`
    // The queue's own notification, so that idle workers check at once.
    await sql`select pg_notify('jobs:insert', '{"count":1}')`
    await until(async () => {
      const [video] = await sql`select status, failure from videos where id = ${videoId}`
      if (video?.status === 'failed') throw new Error(video.failure)
      return video?.status === 'ready'
    })
    const took = (performance.now() - startedAt) / 1000
    console.log(`${cores.length} × 1 core, ${isOnePass ? 'one pass' : 'parts'}: ${took.toFixed(1)} s`)
    return took
  } finally {
    await Promise.all(workers.map((stop) => stop()))
    await sql`delete from graphile_worker._private_jobs`
  }
}

/** Creates a video with all steps before its ladder done, so that only the ladder is measured, which waits. */
async function publishPlayable(isOnePass: boolean): Promise<string> {
  const videoId = await publishVideo(context, {
    ownerId,
    details: { title: 'Bench' },
    source: { path: source },
    thumbnailPath: undefined,
  })
  const worker = await startWorker({
    ...{ context, sql, databaseUrl: database.url, log: context.log, jobs: [makePlayableJob, makeExtrasJob] },
    concurrency: { light: 1, push: 1, playable: 1, heavy: 1 },
  })
  await until(async () => (await sql`select from videos where id = ${videoId} and has_preview`).length > 0)
  await worker.stop()
  await sql`delete from graphile_worker._private_jobs`
  const runAt = new Date(Date.now() + 3_600_000)
  await enqueue(sql, makeLadderJob, { videoId, run: 'bench', isOnePass }, { runAt })
  return videoId
}

/** Starts a worker on one core; returns a function that stops it. */
async function startOnCore(core: number): Promise<() => Promise<unknown>> {
  const port = await findFreePort()
  const main = join(import.meta.dirname, '../../server/src/main.ts')
  const child = spawn('taskset', ['-c', String(core), process.execPath, main, 'worker'], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await Promise.race([until(isReady), exited.then(() => Promise.reject(new Error('The worker has ended')))])
  return () => {
    child.kill('SIGTERM')
    return exited
  }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(50)
}
