import type { Context } from '../../context.ts'
import { confirmPassword, removeUser } from '../accounts/accounts.service.ts'

/** Removes a person and everything of theirs: out of sight at once, rows and files by jobs. */
export async function deleteAccount(context: Context, userId: string, password: string): Promise<void> {
  await confirmPassword(context, userId, password, 'password')
  await context.sql.begin((tx) => removeUser(tx, userId, context.clock.now()))
}
