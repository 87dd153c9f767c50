import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'

/** Signs statements that are valid until a given time, for URLs that nobody can forge and that expire. */
export interface Signer {
  sign(statement: string, expiresAt: Date): string
  verify(statement: string, token: string, now: Date): boolean
}

/** Of a digest in base64url: 18 bytes, so that nobody can guess one. */
const digestLength = 24

export function createSigner(secret: Uint8Array): Signer {
  const key = createSecretKey(secret)
  const digest = (statement: string, expires: string) =>
    createHmac('sha256', key).update(`${expires}\n${statement}`).digest('base64url').slice(0, digestLength)

  return {
    sign(statement, expiresAt) {
      const expires = Math.ceil(expiresAt.getTime() / 1000).toString(36)
      return `${expires}-${digest(statement, expires)}`
    },
    verify(statement, token, now) {
      const [, expires = '', signature = ''] = /^([0-9a-z]{1,10})-([\w-]{24})$/.exec(token) ?? []
      if (!expires || Number.parseInt(expires, 36) * 1000 < now.getTime()) return false
      return timingSafeEqual(Buffer.from(digest(statement, expires)), Buffer.from(signature))
    },
  }
}
