import { endpoint, perMinute } from '../../endpoint.ts'
import { t, timestamp } from '../../schema.ts'
import { currentUserView, password } from './accounts.ts'

/** Deleting an account, and restoring it within 7 days. */
export const accountDeletion = {
  deleteAccount: endpoint({
    method: 'DELETE',
    path: '/user/account',
    auth: 'session',
    limit: perMinute('delete-account', 10),
    summary:
      'Delete the account: everything of its owner is hidden at once, and removed after 7 days in which signing in offers to keep it',
    message: 'Your account will be deleted in 7 days',
    /** Required unless the account has no password; in that case the session must be confirmed. */
    body: t.object({ password: t.optional(password) }),
    data: t.null(),
  }),
  closingAccount: endpoint({
    method: 'GET',
    path: '/user/restore-account',
    auth: 'public',
    summary: 'The deleted account that someone has just signed in to in this browser and can still keep',
    message: 'Closing account',
    data: t.object({ username: t.string(), closesAt: timestamp() }),
  }),
  restoreAccount: endpoint({
    method: 'POST',
    path: '/user/restore-account',
    auth: 'public',
    limit: perMinute('restore-account', 60),
    summary: 'Keep the deleted account that someone has just signed in to in this browser, and sign in',
    message: 'Your account has been restored',
    data: currentUserView,
  }),
}
