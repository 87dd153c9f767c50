import { type Config, readConfig } from '../server/src/config.ts'
import { createContext } from '../server/src/context.ts'
import { findRunningPostgres } from '../server/src/db/embedded/embedded.ts'
import { connect, type Sql } from '../server/src/db/sql.ts'
import { changeAdmin } from '../server/src/features/moderation/staff.service.ts'
import { prepareDatabase } from '../server/src/start.ts'
import { failPlainly } from './fail-plainly.ts'

// npm run admin -- promote NAME, or demote: whether the site is running or not.
await failPlainly(async () => {
  const [command, username, ...rest] = process.argv.slice(2)
  if ((command !== 'promote' && command !== 'demote') || !username || rest.length > 0)
    throw new Error('Use: npm run admin -- promote NAME, or: npm run admin -- demote NAME')
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  const done = await withDatabase(config, (sql) => changeAdmin(sql, command, username, new Date()))
  process.stdout.write(`${done}\n`)
})

async function withDatabase<T>(config: Config, work: (sql: Sql) => Promise<T>): Promise<T> {
  const running = config.databaseUrl ?? (await findRunningPostgres(config.dataDir))
  if (!running) {
    const context = await createContext(config)
    try {
      await prepareDatabase(context)
      return await work(context.sql)
    } finally {
      await context.close()
    }
  }
  const sql = connect(running, { max: 1 })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
