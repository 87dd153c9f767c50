import { inBatches, type Removal } from '../../core/removal/removal.ts'

export const hiddenRemoval: Removal = {
  withAccount: [
    inBatches('hidden_videos', 'user_id'),
    inBatches('hidden_channels', 'user_id'),
    inBatches('hidden_channels', 'channel_id'),
  ],
  withVideo: [inBatches('hidden_videos', 'video_id')],
}
