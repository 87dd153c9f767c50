import { byForeignKey, inBatches, type Removal } from '../../core/removal/removal.ts'

export const commentRulesRemoval: Removal = {
  withAccount: [
    byForeignKey('comment_rules.user_id'),
    inBatches('silenced_people', 'channel_id'),
    inBatches('silenced_people', 'person_id'),
  ],
}
