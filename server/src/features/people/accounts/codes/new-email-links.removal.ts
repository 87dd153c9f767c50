import { byForeignKey, type Removal } from '../../../core/removal/removal.ts'

export const newEmailLinksRemoval: Removal = { withAccount: [byForeignKey('new_email_links.user_id')] }
