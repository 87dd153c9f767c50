import { byForeignKey, type Removal } from '../../core/removal/removal.ts'

/** Sessions and flows end when the owner deletes the account; this is for flows of signing in since. */
export const signInRemoval: Removal = {
  withAccount: [byForeignKey('sessions.user_id', 'browser_flows.user_id')],
}
