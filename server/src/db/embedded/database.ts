import postgres from 'postgres'

interface Server {
  port: number
  password: string
}

export function urlOf({ port, password }: Server, name: string): string {
  return `postgres://${name}:${password}@127.0.0.1:${port}/${name}`
}

const wrongPasswordCode = '28P01' // Also for a role that does not exist.
const noDatabaseCode = '3D000'

/**
 * Makes sure that the role `vireo` can sign in to its database. It owns the database but is not a superuser, so that an
 * SQL injection cannot take over the machine.
 */
export async function ensureDatabase(server: Server, isNew: boolean): Promise<void> {
  if (!isNew && (await canSignIn(server))) return
  await asSuperuser(server, async (sql) => {
    const [role] = await sql`select from pg_roles where rolname = 'vireo'`
    // This statement takes no parameters. The password is base64url, so it needs no escaping.
    const verb = role ? 'alter' : 'create'
    await sql.unsafe(`${verb} role vireo login createdb password '${server.password}'`)
    const [database] = await sql`select from pg_database where datname = 'vireo'`
    if (!database) await sql`create database vireo owner vireo`
  })
}

async function asSuperuser(server: Server, run: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  try {
    await withConnection(urlOf(server, 'postgres'), run)
  } catch (error) {
    if ((error as { code?: string }).code !== wrongPasswordCode) throw error
    throw new Error(
      'postgres.password in DATA_DIR is not the password of the database there. Remove that file and start again: ' +
        'a new password is set, and no data is lost.',
    )
  }
}

async function canSignIn(server: Server): Promise<boolean> {
  try {
    await withConnection(urlOf(server, 'vireo'), (sql) => sql`select 1`)
    return true
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === wrongPasswordCode || code === noDatabaseCode) return false
    throw error
  }
}

async function withConnection(url: string, run: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await run(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
