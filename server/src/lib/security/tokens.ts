import { createHash, randomBytes, randomInt } from 'node:crypto'

/** 192 random bits, in characters that are allowed in cookies, paths and file names. */
export const newToken = () => randomBytes(24).toString('base64url')

/** For folders whose parent has a secret name: never used twice, but not a secret. */
export const newName = () => randomBytes(9).toString('base64url')

/** Tokens are random, so a fast hash is enough to make stored ones useless to someone who reads the database. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

export const newSixDigitCode = () => randomInt(0, 1_000_000).toString().padStart(6, '0')
