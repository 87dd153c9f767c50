import { join } from 'node:path'
import { api } from '@vireo/contract'
import { startEmbeddedPostgres } from '../../server/src/db/embedded/embedded.ts'
import { type Drill, timed, until } from './drill.ts'
import { Person } from './people.ts'
import { type Community, keepCommenting, makeCommunity, publish } from './posts.ts'
import { embeddedDatabase, type Program, startProgram, untilReady } from './program.ts'
import { ResumableUpload } from './resumable-upload.ts'
import type { Stage } from './stage.ts'

/** A running site and the way to kill a part of it; whoever supervises that part starts it again. */
interface Site {
  origin: string
  kill(): Promise<void>
}

const targets: Record<string, (stage: Stage) => Promise<Site>> = {
  server: async (stage) => {
    const program = await startProgram(stage)
    return { origin: program.origin, kill: () => killAndStart(program) }
  },
  worker: async (stage) => {
    const dataDir = join(stage.folder, 'database')
    const log = { info: () => {}, warn: () => {} }
    const database = await startEmbeddedPostgres({ dataDir, log })
    stage.defer(database.stop)
    const env = { DATABASE_URL: database.url }
    const server = await startProgram(stage, { role: 'api', env })
    await untilReady(server)
    const worker = await startProgram(stage, { role: 'worker', env })
    return { origin: server.origin, kill: () => killAndStart(worker) }
  },
  PostgreSQL: async (stage) => {
    const program = await startProgram(stage)
    const kill = async () => {
      const { pid } = await embeddedDatabase(join(stage.folder, 'data'))
      process.kill(pid, 'SIGKILL')
      await until('PostgreSQL runs again', async () => {
        const now = await embeddedDatabase(join(stage.folder, 'data'))
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
  stage: Stage
  community: Community
  newPerson(): Person
}

/** Each gets the site to a moment, and answers what to do when it is over. */
const moments: Record<string, (moment: Moment) => Promise<() => Promise<void>>> = {
  upload: async ({ stage, community }) => {
    const upload = await ResumableUpload.open(stage, community.author)
    await upload.sendChunks(4)
    const sending = upload.sendSlowly(await upload.offset())
    return async () => {
      await sending
      await upload.finish()
    }
  },
  processing: async ({ stage, community }) => {
    const { _id: id } = await publish(stage.ledger, community.author)
    await until('the video is being processed', async () => {
      const { data } = await community.author.client.call(api.video.get, { params: { id } })
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
  Object.entries(moments).map(([name, getThere]) => ({
    name: `kill -9 of the ${target} during ${name}`.replace('the PostgreSQL', 'PostgreSQL'),
    run: async (stage) => {
      const site = await startSite(stage)
      await untilReady(site)
      const newPerson = () => new Person(stage, site.origin)
      const community = await makeCommunity(stage, newPerson)
      const commenting = keepCommenting(stage.ledger, community)
      const goOn = await getThere({ stage, community, newPerson })
      const outage = await timed(async () => {
        await site.kill()
        await untilReady(site)
        await until('somebody can sign in', () => community.viewer.canSignIn())
      })
      await commenting.stop()
      await goOn()
      return outage
    },
  })),
)
