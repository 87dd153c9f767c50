import type { Context } from '../../context.ts'
import type { Viewer } from '../../http/sessions.ts'
import { assertOwner, removeUser } from '../accounts/accounts.service.ts'

/** Removes a person and everything that is theirs: hidden at once, rows and files removed by jobs. */
export async function deleteAccount(
  context: Context,
  viewer: Viewer,
  password: string | undefined,
): Promise<void> {
  await assertOwner(context, viewer, password)
  await context.sql.begin((tx) => removeUser(tx, viewer.id, context.clock.now()))
}
