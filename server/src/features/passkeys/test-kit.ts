import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@vireo/contract'

/** What an authenticator can be made to say wrongly. */
export interface Lies {
  origin?: string
  rpId?: string
  isVerified?: boolean
  counter?: number
  userHandle?: string
  challenge?: string
  type?: string
}

const flag = { present: 0x01, verified: 0x04, attested: 0x40 }
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const uint = (value: number, size: 2 | 4) => {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntBE(value, 0, size)
  return bytes
}

/** An authenticator in software that holds one passkey, and the browser around it on a page of `origin`. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
      }),
    )
  const authenticatorData = (rpId: string, lies: Lies, flags: number, ...more: Uint8Array[]) =>
    Buffer.concat([
      sha256(lies.rpId ?? rpId),
      Uint8Array.of(flags | flag.present | (lies.isVerified === false ? 0 : flag.verified)),
      uint(lies.counter ?? counter, 4),
      ...more,
    ])
  const credential = () => ({
    id: base64(credentialId),
    rawId: base64(credentialId),
    type: 'public-key' as const,
  })

  return {
    /** As navigator.credentials.create() */
    create({ rp, user, challenge }: PasskeyCreationOptions, lies: Lies = {}) {
      userHandle = user.id
      const attested = [new Uint8Array(16), uint(credentialId.length, 2), credentialId, coseKey]
      const authData = authenticatorData(rp.id, lies, flag.attested, ...attested)
      const attestation = new Map<string, string | Uint8Array | Map<string, never>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        ...credential(),
        response: {
          clientDataJSON: base64(clientData('webauthn.create', challenge, lies)),
          attestationObject: base64(isoCBOR.encode(attestation)),
          transports: ['internal', 'hybrid'],
        },
      }
    },
    /** As navigator.credentials.get() */
    get({ rpId, challenge }: PasskeyRequestOptions, lies: Lies = {}) {
      counter += 1
      const authData = authenticatorData(rpId, lies, 0)
      const client = clientData('webauthn.get', challenge, lies)
      return {
        ...credential(),
        response: {
          clientDataJSON: base64(client),
          authenticatorData: base64(authData),
          signature: base64(sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)),
          userHandle: lies.userHandle ?? userHandle,
        },
      }
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>
