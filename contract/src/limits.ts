const megabyte = 1024 * 1024
const gigabyte = 1024 * megabyte

export const limits = {
  avatarBytes: 5 * megabyte,
  coverBytes: 10 * megabyte,
  emailLength: 254,
  usernameLength: { min: 3, max: 30 },
  /** A longer password would only cost hashing time. */
  passwordLength: 200,
  bioLength: 500,
  locationLength: 80,
  otpLength: 6,
  otpLifetimeSeconds: 5 * 60,
  otpResendSeconds: 60,
  otpWrongTries: 5,
  /** How long a verified address may be used to register or to set a new password. */
  proofLifetimeSeconds: 10 * 60,
  authWindowSeconds: 15 * 60,
  /** How long after a sign-in or a confirmation the ways to sign in can be changed. */
  confirmedSeconds: 15 * 60,
  /** How long a deleted account can be restored before it is permanently removed. */
  closingSeconds: 7 * 24 * 3600,
  videoBytes: 2 * gigabyte,
  videoSeconds: 12 * 3600,
  thumbnailBytes: 5 * megabyte,
  videoTitleLength: 200,
  videoDescriptionLength: 5000,
  /** How long the pages offer to undo a deletion. That of a video is final after it. */
  deletionUndoSeconds: 30,
  captionsBytes: 4 * megabyte,
  /** Per file; twelve hours of film have about 20,000. */
  captionCues: 50_000,
  captionLength: 2000,
  /** Browsers slow down when they show many at the same time. */
  captionsAtOnce: 20,
  captionsPerVideo: 100,
  captionsNameLength: 60,
  commentLength: 5000,
  reportTextLength: 1000,
  /** The number of words that can be listed to hold comments for review. */
  heldWords: 1000,
  heldWordLength: 100,
  /** The number of words with which a creator can hold comments for approval. */
  blockedWords: 500,
  blockedWordLength: 100,
  /** How long a creator can restore a comment that they removed; after that, its author is told. */
  undoRemovalSeconds: 60,
  /** How long a moderation action can be reversed; after that, removed content is deleted. */
  reversibleSeconds: 30 * 24 * 3600,
  /** In visible characters (grapheme clusters). */
  tweetLength: 280,
  /** Enough for 280 of the longest common emoji. */
  tweetBytes: 8192,
  tweetImages: 4,
  tweetImageBytes: 5 * megabyte,
  altTextLength: 1000,
  /** Unfinished uploads per person. */
  uploadsInFlight: 5,
  uploadLifetimeSeconds: 24 * 3600,
  /** Details of videos that are not published yet, per person. */
  uploadDrafts: 20,
  /** After the last change. */
  uploadDraftLifetimeSeconds: 7 * 24 * 3600,
  /** Disk space that uploads may not use, because the database and video processing need it. */
  reservedDiskBytes: 1 * gigabyte,
  /** A view counts after this many seconds of playback, or after the whole of a shorter video. */
  viewAfterSeconds: 10,
  viewAgainAfterSeconds: 6 * 3600,
  /** Videos in a person's own queue, whose rows one call loads. */
  queuedVideos: 100,
} as const

export const pageSize = { default: 24, max: 100 } as const
