import { createHash, randomBytes, randomInt } from 'node:crypto'

/** An unguessable name: 192 bits in letters that fit a cookie, a path and a file name. */
export const newToken = () => randomBytes(24).toString('base64url')

/** Tokens are random, so a plain hash is enough to keep a database reader from using them. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

export const newSixDigitCode = () => randomInt(0, 1_000_000).toString().padStart(6, '0')
