const MB = 1024 * 1024

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
} as const
