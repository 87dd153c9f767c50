import { byForeignKey, type Removal } from '../../core/removal/removal.ts'

/** Removed when the account is marked already; this is for one that is linked at the same time. */
export const identitiesRemoval: Removal = { withAccount: [byForeignKey('identities.user_id')] }
