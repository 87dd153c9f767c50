import { type Config, readConfig } from '../server/src/config.ts'
import { createContext } from '../server/src/context.ts'
import { findRunningPostgres } from '../server/src/db/embedded/embedded.ts'
import { connect, type Sql } from '../server/src/db/sql.ts'
import { changeAdmin } from '../server/src/features/moderation/staff.service.ts'
import { turnOffFor } from '../server/src/features/two-step/two-step.service.ts'
import { prepareDatabase } from '../server/src/start.ts'
import { failPlainly } from './fail-plainly.ts'

const commands: Record<string, (sql: Sql, username: string, now: Date) => Promise<string>> = {
  promote: (sql, username, now) => changeAdmin(sql, 'promote', username, now),
  demote: (sql, username, now) => changeAdmin(sql, 'demote', username, now),
  // For someone who has lost both the authenticator app and the recovery codes.
  'two-step-off': turnOffFor,
}

// npm run admin -- promote NAME and the like, whether the site is running or not.
await failPlainly(async () => {
  const [name = '', username, ...rest] = process.argv.slice(2)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command || !username || rest.length > 0)
    throw new Error(
      `Use: npm run admin -- COMMAND NAME, where COMMAND is ${Object.keys(commands).join(', ')}`,
    )
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  const done = await withDatabase(config, (sql) => command(sql, username, new Date()))
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
