import { join } from 'node:path'
import { api } from '@vireo/contract'
import { startEmbeddedPostgres } from '../../../server/src/db/embedded/embedded.ts'
import { connect } from '../../../server/src/db/sql.ts'
import type { Drill, DrillContext, Sabotage } from '../drill.ts'
import { checkOut, findEarlierVersion } from '../tools/earlier-version.ts'
import { expectOk, Person, untilWorking } from '../tools/people.ts'
import {
  type Community,
  comment,
  keepCommenting,
  makeCommunity,
  publish,
  tweet,
  untilVideo,
} from '../tools/posts.ts'
import { type Program, startProgram, untilReady } from '../tools/program.ts'
import { timed } from '../tools/waiting.ts'
import { ResumableUpload } from './resumable-upload.ts'

const breaksAColumn: Sabotage = {
  what: 'the migration renames a column that the earlier version uses',
  failsWith: /500/,
  prepare: async ({ databaseUrl = '' }) => {
    const sql = connect(databaseUrl, { max: 1 })
    await sql`alter table comments rename column content to body`
    await sql.end({ timeout: 1 })
  },
}

/**
 * The version before the newest migration keeps serving while this one migrates the database and serves beside it. What
 * one of them writes is read, continued and processed by the other. Their only failures may be 503 answers. `seconds`
 * is the time until the new version works.
 */
export const rollingUpgrade: Drill = {
  name: 'rolling upgrade from the version before the newest migration',
  sabotages: [breaksAColumn],
  whySkipped: () => (findEarlierVersion() ? undefined : 'the history of the repository is not here'),
  run: async (context) => {
    const start = await prepareBothVersions(context)
    const earlier = await start.earlier('api')
    await untilReady(earlier)
    const earlierWorker = await start.earlier('worker')
    const atEarlier = () => new Person(context, earlier.origin)
    const community = await makeCommunity(context, atEarlier)
    await publish(context.ledger, community.author) // Processed during the migration.
    const commenting = keepCommenting(context.ledger, community, slowly)

    let later: Program | undefined
    const upgrade = await timed(async () => {
      later = await start.later('api')
      await untilReady(later)
      await new Person(context, later.origin).signUp() // The mail is sent by the earlier version.
    })
    const laterOrigin = later?.origin ?? ''
    await context.sabotage?.prepare?.(context)
    const other = await new Person(context, laterOrigin).signUp()
    const commentingThere = keepCommenting(context.ledger, { ...community, viewer: other }, slowly)

    await useBoth(context, { community, other, origins: [earlier.origin, laterOrigin] })
    // The earlier version runs the jobs of the later one …
    await publishAndProcess(context, other)
    const laterWorker = await start.later('worker')
    await earlierWorker.kill('SIGTERM')
    // … and the other way round.
    await atEarlier().signUp()
    await publishAndProcess(context, community.author)
    await tweet(context.ledger, community.author)

    for (const answers of [await commenting.stop(), await commentingThere.stop()])
      if (!answers.split(', ').every((answer) => / x (200|503)$/.test(answer)))
        throw new Error(`Comments were answered ${answers}`)
    await earlier.kill('SIGTERM')
    const successor = await start.later('api', Number(new URL(earlier.origin).port))
    await untilWorking(successor, community.viewer, atEarlier())
    await untilReady(laterWorker)
    return upgrade
  },
}

/** At most 25 comments in the time that the drill takes. */
const slowly = { gapMs: 2000 }

async function prepareBothVersions(context: DrillContext) {
  const log = { info: () => {}, warn: () => {} }
  const database = await startEmbeddedPostgres({ dataDir: join(context.folder, 'database'), log })
  context.defer(database.stop)
  context.databaseUrl = database.url
  const env = { DATABASE_URL: database.url }
  const root = await checkOut(context, findEarlierVersion() ?? '')
  return {
    earlier: (role: 'api' | 'worker') => startProgram(context, { env, role, root }),
    later: (role: 'api' | 'worker', port?: number) =>
      startProgram(context, { env, role, ...(port && { port }) }),
  }
}

async function publishAndProcess({ ledger }: DrillContext, { client }: Person): Promise<void> {
  const { _id: id } = await publish(ledger, { client })
  await untilVideo({ client }, id, ({ status }) => status === 'ready')
}

interface BothVersions {
  community: Community
  /** Somebody who signed up at the later version. */
  other: Person
  origins: [earlier: string, later: string]
}

/** Sessions, comments and unfinished uploads of one version are continued in the other. */
async function useBoth(context: DrillContext, { community, other, origins }: BothVersions): Promise<void> {
  const [earlier, later] = origins
  const { ledger } = context
  const directions = [
    { person: community.author, elsewhere: community.author.browserAt(later) },
    { person: other, elsewhere: other.browserAt(earlier) },
  ]
  for (const { person, elsewhere } of directions) {
    expectOk(await elsewhere.call(api.accounts.currentUser))
    const upload = await ResumableUpload.open(context, person, join(context.folder, 'data'))
    await upload.sendChunks(4)
    upload.continueAt(elsewhere)
    await upload.expectKept()
    await upload.sendChunks(4)
    upload.continueAt(person.client)
    await upload.finish()
    await comment(ledger, { client: elsewhere }, community.video._id, 'Written at the other version')
    await comment(ledger, person, community.video._id, 'Written at the first version')
  }
}
