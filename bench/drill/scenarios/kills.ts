import { readdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@vireo/contract'
import { startEmbeddedPostgres } from '../../../server/src/db/embedded/embedded.ts'
import { connect } from '../../../server/src/db/sql.ts'
import type { Drill, DrillContext, Sabotage } from '../drill.ts'
import { mailsTwice, truncatesUploads, zeroesUploads } from '../sabotage/common.ts'
import { startActivity } from '../tools/activity.ts'
import { Person, untilWorking } from '../tools/people.ts'
import { type Community, keepCommenting, makeCommunity, publish } from '../tools/posts.ts'
import { embeddedDatabase, type Program, runScript, startProgram, untilReady } from '../tools/program.ts'
import { timed, until } from '../tools/waiting.ts'
import { ResumableUpload } from './resumable-upload.ts'

/** A running site, and a function that kills and restarts one part of it. */
interface Site {
  origin: string
  /** Settings of programs that are not those of `data`. */
  settings?: Record<string, string>
  kill(): Promise<void>
}

const targets: Record<string, (context: DrillContext) => Promise<Site>> = {
  server: async (context) => {
    const program = await startProgram(context)
    return { origin: program.origin, kill: () => killAndStart(program) }
  },
  worker: async (context) => {
    const dataDir = join(context.folder, 'database')
    const log = { info: () => {}, warn: () => {} }
    const database = await startEmbeddedPostgres({ dataDir, log })
    context.defer(database.stop)
    const env = { DATABASE_URL: database.url }
    const server = await startProgram(context, { role: 'api', env })
    await untilReady(server)
    const worker = await startProgram(context, { role: 'worker', env })
    return { origin: server.origin, settings: env, kill: () => killAndStart(worker) }
  },
  PostgreSQL: async (context) => {
    const program = await startProgram(context)
    const kill = async () => {
      const { pid } = await embeddedDatabase(join(context.folder, 'data'))
      process.kill(pid, 'SIGKILL')
      await until('PostgreSQL runs again', async () => {
        const now = await embeddedDatabase(join(context.folder, 'data'))
        return now.pid !== pid
      })
    }
    return { origin: program.origin, kill }
  },
}

async function killAndStart(program: Program): Promise<void> {
  await program.kill('SIGKILL')
  program.start()
}

interface Moment {
  context: DrillContext
  community: Community
  newPerson(): Person
}

/** Each starts something that the kill interrupts, and returns a function that finishes it afterwards. */
const moments: Record<string, (moment: Moment) => Promise<() => Promise<void>>> = {
  upload: async ({ context, community }) => {
    const upload = await ResumableUpload.open(context, community.author, join(context.folder, 'data'))
    await upload.sendChunks(4)
    const sending = upload.sendSlowly(await upload.offset())
    return async () => {
      await sending
      await upload.expectKept()
      await upload.finish()
    }
  },
  processing: async ({ context, community }) => {
    const { _id: id } = await publish(context.ledger, community.author)
    await until('the video is being processed', async () => {
      const { data } = await community.author.client.call(api.videos.get, { params: { id } })
      return data.status === 'processing'
    })
    return async () => {}
  },
  'sign-up': async ({ newPerson }) => {
    const [asking, entering] = [newPerson(), newPerson()]
    await entering.askForCode()
    await entering.enterCode()
    await asking.askForCode()
    return async () => {
      await entering.register()
      await asking.enterCode()
      await asking.register()
    }
  },
}

/** PostgreSQL empties such tables when it recovers from a crash. */
const unlogsTables: Sabotage = {
  what: 'likes of tweets and the watch history are stored in tables that do not survive a crash',
  failsWith: /\d positions/,
  prepare: async ({ folder }) => {
    const { url } = await embeddedDatabase(join(folder, 'data'))
    const sql = connect(url, { max: 1 })
    await sql`alter table tweet_likes set unlogged`
    await sql`alter table watch_history set unlogged`
    await sql.end({ timeout: 1 })
  },
}

const cutsVideos: Sabotage = {
  what: 'the stored videos lose their second half',
  failsWith: /lost: \d videos?$/,
  damage: async ({ folder }) => {
    const media = join(folder, 'data/media')
    for (const name of await readdir(join(media, 'videos'), { recursive: true })) {
      const path = join(media, 'videos', name)
      if (name.endsWith('.mp4')) await truncate(path, Math.floor((await stat(path)).size / 2))
    }
  },
}

const sabotagesOf = (target: string, moment: string): Sabotage[] => {
  if (target === 'PostgreSQL') return [unlogsTables]
  if (moment === 'sign-up') return [mailsTwice]
  if (moment === 'processing') return [cutsVideos]
  return target === 'server' ? [truncatesUploads, zeroesUploads] : [zeroesUploads]
}

export const kills: Drill[] = Object.entries(targets).flatMap(([target, startSite]) =>
  Object.entries(moments).map(([name, begin]) => ({
    name: `kill -9 of the ${target} during ${name}`.replace('the PostgreSQL', 'PostgreSQL'),
    sabotages: sabotagesOf(target, name),
    run: async (context) => {
      const site = await startSite(context)
      await untilReady(site)
      const newPerson = () => new Person(context, site.origin)
      const community = await makeCommunity(context, newPerson)
      await context.sabotage?.prepare?.(context)
      const activity = await startActivity(context, community, newPerson)
      const commenting = keepCommenting(context.ledger, community)
      const finish = await begin({ context, community, newPerson })
      const outage = await timed(async () => {
        await site.kill()
        await untilWorking(site, community.viewer, newPerson())
      })
      await commenting.stop()
      await activity.stop()
      await finish()
      await runScript(context, 'verify', ['--content'], site.settings)
      return outage
    },
  })),
)
