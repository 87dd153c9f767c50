import { inBatches, type Removal } from '../../core/removal/removal.ts'

export const blocksRemoval: Removal = {
  withAccount: [inBatches('blocks', 'blocker_id'), inBatches('blocks', 'blocked_id')],
}
