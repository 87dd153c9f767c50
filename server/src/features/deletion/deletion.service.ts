import type { Context } from '../../context.ts'
import { confirmPassword, removeUser } from '../accounts/accounts.service.ts'
import { removeTweetFilesOf } from '../tweets/tweets.service.ts'
import { removeFilesOfOwner } from '../videos/videos.service.ts'

/** Removes a person and everything of theirs: rows in one transaction, files by jobs that come with it. */
export async function deleteAccount(context: Context, userId: string, password: string): Promise<void> {
  await confirmPassword(context, userId, password, 'password')
  await context.sql.begin((tx) =>
    removeUser(tx, userId, async () => {
      await removeFilesOfOwner(tx, userId)
      await removeTweetFilesOf(tx, userId)
    }),
  )
}
