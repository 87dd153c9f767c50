import { type Config, readConfig } from '../server/src/context/config.ts'
import { connect, type Sql } from '../server/src/db/sql.ts'
import { turnOffFor } from '../server/src/features/people/two-step/two-step.service.ts'
import { changeAdmin } from '../server/src/features/staff/moderation/staff.service.ts'
import { prepareDatabase } from '../server/src/program/start.ts'
import { failPlainly } from './lib/fail-plainly.ts'
import { withDatabase } from './lib/with-database.ts'

const commands: Record<string, (sql: Sql, username: string, now: Date) => Promise<string>> = {
  promote: (sql, username, now) => changeAdmin(sql, 'promote', username, now),
  demote: (sql, username, now) => changeAdmin(sql, 'demote', username, now),
  // For people who have lost both the authenticator app and the recovery codes.
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
  const done = await withAccounts(config, (sql) => command(sql, username, new Date()))
  process.stdout.write(`${done}\n`)
})

async function withAccounts<T>(config: Config, work: (sql: Sql) => Promise<T>): Promise<T> {
  return withDatabase(config, async ({ url: databaseUrl, isRunning, log }) => {
    const sql = connect(databaseUrl, { max: 1 })
    try {
      if (!isRunning) await prepareDatabase({ sql, databaseUrl, log })
      return await work(sql)
    } finally {
      await sql.end({ timeout: 1 })
    }
  })
}
