import { byForeignKey, type Removal } from '../../core/removal/removal.ts'

export const passkeysRemoval: Removal = { withAccount: [byForeignKey('passkeys.user_id')] }
