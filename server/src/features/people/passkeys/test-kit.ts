import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@vireo/contract'

/** Values that replace what an honest authenticator and browser would send. */
export interface Forgery {
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

/** The public key in the form in which authenticators send it: EC2, ES256 on P-256. */
function toCoseKey(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
}

/** What the authenticator signs besides the client data. */
const toAuthenticatorData = (
  rpId: string,
  counter: number,
  forged: Forgery,
  flags: number,
  ...more: Uint8Array[]
) =>
  Buffer.concat([
    sha256(forged.rpId ?? rpId),
    Uint8Array.of(flags | flag.present | (forged.isVerified === false ? 0 : flag.verified)),
    uint(forged.counter ?? counter, 4),
    ...more,
  ])

function toAttestation(authData: Buffer): string {
  const attestation = new Map<string, string | Uint8Array | Map<string, never>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, never>()],
    ['authData', new Uint8Array(authData)],
  ])
  return base64(isoCBOR.encode(attestation))
}

/** An authenticator in software that holds one passkey, and the browser around it on a page of `origin`. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = base64(credentialId)
  const credential = { id, rawId: id, type: 'public-key' as const }
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, forged: Forgery) =>
    Buffer.from(
      JSON.stringify({
        type: forged.type ?? type,
        challenge: forged.challenge ?? challenge,
        origin: forged.origin ?? origin,
      }),
    )

  return {
    /** Like navigator.credentials.create(). */
    create({ rp, user, challenge }: PasskeyCreationOptions, forged: Forgery = {}) {
      userHandle = user.id
      const key = [new Uint8Array(16), uint(credentialId.length, 2), credentialId, toCoseKey(publicKey)]
      return {
        ...credential,
        response: {
          clientDataJSON: base64(clientData('webauthn.create', challenge, forged)),
          attestationObject: toAttestation(
            toAuthenticatorData(rp.id, counter, forged, flag.attested, ...key),
          ),
          transports: ['internal', 'hybrid'],
        },
      }
    },
    /** Like navigator.credentials.get(). */
    get({ rpId, challenge }: PasskeyRequestOptions, forged: Forgery = {}) {
      counter += 1
      const authData = toAuthenticatorData(rpId, counter, forged, 0)
      const client = clientData('webauthn.get', challenge, forged)
      return {
        ...credential,
        response: {
          clientDataJSON: base64(client),
          authenticatorData: base64(authData),
          signature: base64(sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)),
          userHandle: forged.userHandle ?? userHandle,
        },
      }
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>
