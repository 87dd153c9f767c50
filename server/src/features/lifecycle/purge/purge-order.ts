import { commentsRemoval, repliesRemoval } from '../../community/comments/comments.removal.ts'
import { likesRemoval } from '../../community/likes/likes.removal.ts'
import { subscriptionFeedRemoval } from '../../community/subscription-feed/subscription-feed.removal.ts'
import { diskSpaceRemoval } from '../../core/disk-space/disk-space.removal.ts'
import type { Removal } from '../../core/removal/removal.ts'
import { searchRemoval } from '../../discovery/search/search.removal.ts'
import { notificationsRemoval } from '../../inbox/notifications/notifications.removal.ts'
import { hiddenRemoval } from '../../library/hidden/hidden.removal.ts'
import { historyRemoval } from '../../library/history/history.removal.ts'
import { playlistsRemoval } from '../../library/playlists/playlists.removal.ts'
import { newEmailLinksRemoval } from '../../people/accounts/codes/new-email-links.removal.ts'
import { devicesRemoval } from '../../people/accounts/devices/devices.removal.ts'
import { blocksRemoval } from '../../people/blocks/blocks.removal.ts'
import { commentRulesRemoval } from '../../people/comment-rules/comment-rules.removal.ts'
import { identitiesRemoval } from '../../people/identities/identities.removal.ts'
import { notifyRemoval } from '../../people/notify/notify.removal.ts'
import { passkeysRemoval } from '../../people/passkeys/passkeys.removal.ts'
import { signInRemoval } from '../../people/sign-in/sign-in.removal.ts'
import { subscriptionsRemoval } from '../../people/subscriptions/subscriptions.removal.ts'
import { twoStepRemoval } from '../../people/two-step/two-step.removal.ts'
import { tweetsRemoval } from '../../publishing/tweets/tweets.removal.ts'
import { videosRemoval } from '../../publishing/videos/removal/videos.removal.ts'
import { reportsRemoval } from '../../staff/reports/reports.removal.ts'
import { exportsRemoval } from '../exports/exports.removal.ts'

/**
 * The rows removed with an account, a video, a tweet, a playlist or comments, in this order. The row itself is deleted
 * last: otherwise its cascades would delete very many rows in one statement. A test fails if a column that refers to
 * one of these tables is in no removal.
 */
export const purgeOrder: Removal[] = [
  exportsRemoval,
  // Before notifications, because closing the reports about a comment notifies people, perhaps the removed person; and
  // before reports, because reports about a comment that still exists would count as reports about the profile.
  commentsRemoval,
  likesRemoval,
  subscriptionsRemoval,
  notifyRemoval,
  notificationsRemoval,
  historyRemoval,
  blocksRemoval,
  commentRulesRemoval,
  hiddenRemoval,
  // They are also detached from an account and removed in this order.
  videosRemoval,
  tweetsRemoval,
  playlistsRemoval,
  // After comments, as said above.
  reportsRemoval,
  // After the reports about the comments above them: the reports of a batch of comments are closed together, so that a
  // reporter is notified once.
  repliesRemoval,

  // The foreign keys remove the rest, in any order.
  subscriptionFeedRemoval,
  searchRemoval,
  diskSpaceRemoval,
  signInRemoval,
  devicesRemoval,
  newEmailLinksRemoval,
  identitiesRemoval,
  passkeysRemoval,
  twoStepRemoval,
]
