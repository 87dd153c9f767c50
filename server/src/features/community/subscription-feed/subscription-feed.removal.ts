import { byForeignKey, type Removal } from '../../core/removal/removal.ts'

export const subscriptionFeedRemoval: Removal = { withAccount: [byForeignKey('feed_looks.user_id')] }
