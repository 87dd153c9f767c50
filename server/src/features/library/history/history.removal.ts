import { inBatches, type Removal } from '../../core/removal/removal.ts'

export const historyRemoval: Removal = {
  withAccount: [inBatches('watch_history', 'user_id')],
  withVideo: [inBatches('watch_history', 'video_id')],
}
