import { byForeignKey, type Removal } from '../../core/removal/removal.ts'

/** They are deleted with the mark already. This covers one that is linked at that moment. */
export const identitiesRemoval: Removal = { withAccount: [byForeignKey('identities.user_id')] }
