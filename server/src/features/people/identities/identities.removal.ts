import { byForeignKey, type Removal } from '../../core/removal/removal.ts'

/** Identities are deleted when the account is marked. This covers one that is linked at that moment. */
export const identitiesRemoval: Removal = { withAccount: [byForeignKey('identities.user_id')] }
