import { byForeignKey, type Removal } from '../../core/removal/removal.ts'

/** Sessions and flows end when the owner deletes the account. This covers sign-ins that were started since then. */
export const signInRemoval: Removal = {
  withAccount: [byForeignKey('sessions.user_id', 'browser_flows.user_id')],
}
