import { byForeignKey, type Removal } from '../../core/removal/removal.ts'

/** One row each. That of a channel is gone when its account is marked. */
export const searchRemoval: Removal = {
  withAccount: [byForeignKey('search_channels.user_id')],
  withVideo: [byForeignKey('search_documents.video_id')],
  withTweet: [byForeignKey('search_tweets.tweet_id')],
}
