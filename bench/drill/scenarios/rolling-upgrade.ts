import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../../server/src/db/embedded/embedded.ts'
import type { Drill, DrillContext } from '../drill.ts'
import { Person, untilWorking } from '../tools/people.ts'
import { comment, keepCommenting, makeCommunity, publish, tweet } from '../tools/posts.ts'
import { startProgram, untilReady } from '../tools/program.ts'
import { timed } from '../tools/waiting.ts'

const root = new URL('../../../', import.meta.url).pathname

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** The last commit without the newest migration. */
function findEarlierVersion(): string | undefined {
  const newest = readdirSync(join(root, 'server/migrations')).sort().at(-1)
  try {
    const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', `server/migrations/${newest}`)
    return added && git('rev-parse', `${added}^`)
  } catch {
    return undefined
  }
}

/**
 * The version before the newest migration keeps serving while this one migrates the database. Its only failures may be
 * 503 answers, which are retried. `seconds` is the time until the new version works.
 */
export const rollingUpgrade: Drill = {
  name: 'rolling upgrade from the version before the newest migration',
  whySkipped: () => (findEarlierVersion() ? undefined : 'the history of the repository is not here'),
  run: async (context) => {
    const log = { info: () => {}, warn: () => {} }
    const database = await startEmbeddedPostgres({ dataDir: join(context.folder, 'database'), log })
    context.defer(database.stop)
    const env = { DATABASE_URL: database.url }
    const earlier = await startProgram(context, {
      env,
      root: await checkOut(context, findEarlierVersion() ?? ''),
    })
    await untilReady(earlier)
    const newPerson = () => new Person(context, earlier.origin)
    const community = await makeCommunity(context, newPerson)

    await publish(context.ledger, community.author) // Processed during the migration.
    const commenting = keepCommenting(context.ledger, community)
    const upgrade = await timed(async () => {
      const later = await startProgram(context, { env })
      await untilReady(later)
      await new Person(context, later.origin).signUp()
    })
    const answers = await commenting.stop()
    if (!answers.split(', ').every((answer) => / x (200|503)$/.test(answer)))
      throw new Error(`The earlier version answered ${answers}`)
    // The earlier version can still write everything.
    await newPerson().signUp()
    await tweet(context.ledger, community.author)
    await publish(context.ledger, community.author)
    await comment(context.ledger, community.viewer, community.video._id, 'Afterwards')

    await earlier.kill('SIGTERM')
    const successor = await startProgram(context, { env, port: Number(new URL(earlier.origin).port) })
    await untilWorking(successor, community.viewer, newPerson())
    return upgrade
  },
}

/** Checks out another version of the program, with this version's packages. */
async function checkOut(context: DrillContext, commit: string): Promise<string> {
  const folder = join(context.folder, 'earlier')
  const archive = join(context.folder, 'earlier.tar')
  await mkdir(folder)
  git('archive', '--output', archive, commit, 'package.json', 'contract', 'server')
  execFileSync('tar', ['-xf', archive, '-C', folder])
  for (const part of ['', 'server']) {
    const from = join(root, part, 'node_modules')
    const to = join(folder, part, 'node_modules')
    await mkdir(to, { recursive: true })
    for (const name of await readdir(from))
      if (name !== '@vireo') await symlink(join(from, name), join(to, name))
  }
  await mkdir(join(folder, 'node_modules/@vireo'))
  await symlink(join(folder, 'contract'), join(folder, 'node_modules/@vireo/contract'))
  return folder
}
