import type { Context } from '../../../context/context.ts'
import { newId } from '../../../lib/ids.ts'
import { insertUser, updateUser } from './accounts.queries.ts'

interface SampleUser {
  username: string
  fullname: string
  bio?: string
  location?: string
  passwordHash: string
}

/** An account without the mailed code, for sample content and tests only. */
export async function createSampleUser(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  sample: SampleUser,
): Promise<string> {
  const { username, fullname, bio = '', location = '', passwordHash } = sample
  const id = newId()
  await insertUser(
    sql,
    { id, username, fullname, email: `${username}@example.org`, passwordHash },
    clock.now(),
  )
  await updateUser(sql, id, { bio, location }, clock.now())
  return id
}
