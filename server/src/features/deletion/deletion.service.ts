import type { Context } from '../../context.ts'
import { confirmPassword, removeUser } from '../accounts/accounts.service.ts'

/** Removes a person and everything that is theirs: hidden at once, rows and files removed by jobs. */
export async function deleteAccount(context: Context, userId: string, password: string): Promise<void> {
  await confirmPassword(context, userId, password, 'password')
  await context.sql.begin((tx) => removeUser(tx, userId, context.clock.now()))
}
