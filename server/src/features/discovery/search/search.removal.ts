import { byForeignKey, type Removal } from '../../core/removal/removal.ts'

/** One row each. The row of a channel is already deleted when its account is marked. */
export const searchRemoval: Removal = {
  withAccount: [byForeignKey('search_channels.user_id')],
  withVideo: [byForeignKey('search_documents.video_id')],
  withTweet: [byForeignKey('search_tweets.tweet_id')],
}
