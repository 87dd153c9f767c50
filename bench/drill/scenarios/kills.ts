import { join } from 'node:path'
import { api } from '@vireo/contract'
import { startEmbeddedPostgres } from '../../../server/src/db/embedded/embedded.ts'
import type { Drill, DrillContext } from '../drill.ts'
import { Person, untilWorking } from '../tools/people.ts'
import { type Community, keepCommenting, makeCommunity, publish } from '../tools/posts.ts'
import { embeddedDatabase, type Program, startProgram, untilReady } from '../tools/program.ts'
import { timed, until } from '../tools/waiting.ts'
import { ResumableUpload } from './resumable-upload.ts'

/** A running site, and a function that kills and restarts one part of it. */
interface Site {
  origin: string
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
    return { origin: server.origin, kill: () => killAndStart(worker) }
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
    const upload = await ResumableUpload.open(context, community.author)
    await upload.sendChunks(4)
    const sending = upload.sendSlowly(await upload.offset())
    return async () => {
      await sending
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

export const kills: Drill[] = Object.entries(targets).flatMap(([target, startSite]) =>
  Object.entries(moments).map(([name, begin]) => ({
    name: `kill -9 of the ${target} during ${name}`.replace('the PostgreSQL', 'PostgreSQL'),
    run: async (context) => {
      const site = await startSite(context)
      await untilReady(site)
      const newPerson = () => new Person(context, site.origin)
      const community = await makeCommunity(context, newPerson)
      const commenting = keepCommenting(context.ledger, community)
      const finish = await begin({ context, community, newPerson })
      const outage = await timed(async () => {
        await site.kill()
        await untilWorking(site, community.viewer, newPerson())
      })
      await commenting.stop()
      await finish()
      return outage
    },
  })),
)
