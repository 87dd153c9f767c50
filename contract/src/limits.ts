const MB = 1024 * 1024
const GB = 1024 * MB

export const limits = {
  avatarBytes: 5 * MB,
  coverBytes: 10 * MB,
  emailLength: 254,
  usernameLength: { min: 3, max: 30 },
  /** Longer ones only cost hashing time. */
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
  /** How long after a sign-in or a confirmation the ways into an account can be changed. */
  confirmedSeconds: 15 * 60,
  /** How long a deleted account can be restored; then it is removed. */
  closingSeconds: 7 * 24 * 3600,
  videoBytes: 2 * GB,
  videoSeconds: 12 * 3600,
  thumbnailBytes: 5 * MB,
  videoTitleLength: 200,
  videoDescriptionLength: 5000,
  commentLength: 5000,
  reportTextLength: 1000,
  /** Words that hold a comment for review. */
  heldWords: 1000,
  heldWordLength: 100,
  /** How long an action of moderation can be taken back; then what was removed is deleted. */
  reversibleSeconds: 30 * 24 * 3600,
  /** Characters as people see them. */
  tweetLength: 280,
  /** Room for 280 of the longest ordinary emoji. */
  tweetBytes: 8192,
  tweetImages: 4,
  tweetImageBytes: 5 * MB,
  altTextLength: 1000,
  /** Unfinished uploads that one person may have at a time. */
  uploadsInFlight: 5,
  uploadLifetimeSeconds: 24 * 3600,
  /** Kept free on the disk for the database and for processing. */
  reservedDiskBytes: 1 * GB,
  /** A view counts after this much real playing, or after the whole of a shorter video. */
  viewAfterSeconds: 10,
  viewAgainAfterSeconds: 6 * 3600,
} as const
