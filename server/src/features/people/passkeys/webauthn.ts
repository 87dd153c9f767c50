import {
  type api,
  type BodyOf,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  passkeyLimits,
} from '@vireo/contract'
import { badRequest } from '../../../lib/app-error.ts'
import type { Logger } from '../../../lib/logger.ts'
import type { PasskeyRow } from './passkeys.queries.ts'
import type { RelyingParty } from './relying-party.ts'

type CreationResponse = BodyOf<typeof api.passkeys.add>['response']
export type AssertionResponse = BodyOf<typeof api.passkeys.signIn>['response']

/** Loaded when it is first needed, because it would take a tenth of the start-up time. */
const loadLibrary = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256. Listed here, so that every server of a site requests the same ones. */
const algorithms = [-8, -7, -257]
const timeout = passkeyLimits.challengeSeconds * 1000
const maxCredentialIdBytes = 1023

export const invalid = () =>
  badRequest('This passkey could not be verified. Please try again.', undefined, 'passkey.invalid')

type Known = Pick<PasskeyRow, 'credential_id' | 'transports'>
const toDescriptor = ({ credential_id, transports }: Known) => ({
  id: Buffer.from(credential_id).toString('base64url'),
  type: 'public-key' as const,
  transports,
})

/** The person's id as bytes: passkeys store it and return it when they sign. */
const userHandleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex')

interface Owner {
  id: string
  username: string
  fullname: string
}

export async function creationOptions(
  { id: rpID }: RelyingParty,
  user: Owner,
  others: Known[],
): Promise<PasskeyCreationOptions> {
  const { generateRegistrationOptions } = await loadLibrary()
  const {
    challenge,
    pubKeyCredParams,
    user: userEntity,
  } = await generateRegistrationOptions({
    rpName: 'Vireo',
    rpID,
    userID: new Uint8Array(userHandleOf(user.id)),
    userName: user.username,
    userDisplayName: user.fullname,
    supportedAlgorithmIDs: algorithms,
  })
  return {
    challenge,
    rp: { id: rpID, name: 'Vireo' },
    user: userEntity,
    pubKeyCredParams,
    timeout,
    excludeCredentials: others.map(toDescriptor),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

export async function requestOptions(
  { id: rpId }: RelyingParty,
  allowed: Known[] = [],
): Promise<PasskeyRequestOptions> {
  const { generateAuthenticationOptions } = await loadLibrary()
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId })
  return {
    challenge,
    rpId,
    timeout,
    userVerification: 'required',
    allowCredentials: allowed.map(toDescriptor),
  }
}

/** Verifies a new passkey and returns the values to store. */
export async function verifyCreation(
  { id: expectedRPID, origins }: RelyingParty,
  challenge: string,
  { response, ...credential }: CreationResponse,
  log: Logger,
): Promise<Pick<PasskeyRow, 'credential_id' | 'public_key' | 'transports'> & { counter: number }> {
  const { verifyRegistrationResponse } = await loadLibrary()
  const { registrationInfo } = await orInvalid(log, async () =>
    verifyRegistrationResponse({
      response: {
        ...credential,
        response: { ...response, attestationObject: await withoutAttestation(response.attestationObject) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!registrationInfo) throw invalid()
  const { id, publicKey, counter } = registrationInfo.credential
  const credentialId = Buffer.from(id, 'base64url')
  // This id is from the signed data, not the unsigned one of the response.
  if (credentialId.length === 0 || credentialId.length > maxCredentialIdBytes) throw invalid()
  return {
    credential_id: credentialId,
    public_key: Buffer.from(publicKey),
    counter,
    transports: [...new Set(response.transports)],
  }
}

/** Verifies that the passkey signed the challenge; returns its new counter. */
export async function verifyAssertion(
  { id: expectedRPID, origins }: RelyingParty,
  challenge: string,
  assertion: AssertionResponse,
  passkey: PasskeyRow,
  log: Logger,
): Promise<number> {
  const { userHandle } = assertion.response
  if (userHandle && !userHandleOf(passkey.user_id).equals(Buffer.from(userHandle, 'base64url')))
    throw invalid()
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { verified, authenticationInfo } = await orInvalid(log, () =>
    verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID,
      credential: {
        id: assertion.id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
      },
    }),
  )
  if (!verified) throw invalid()
  return authenticationInfo.newCounter
}

export const bytesOfId = (id: string) => Buffer.from(id, 'base64url')

/**
 * We do not ask for an attestation of the authenticator's maker. One that is sent anyway is removed, because the
 * library would fetch the revocation lists of its certificates.
 */
async function withoutAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers')
  const authData = decodeAttestationObject(new Uint8Array(bytesOfId(attestationObject))).get('authData')
  const statement = new Map<string, string | Uint8Array | Map<string, never>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, never>()],
    ['authData', authData],
  ])
  return Buffer.from(isoCBOR.encode(statement)).toString('base64url')
}

/** The library throws for any invalid response. The reason is logged. */
async function orInvalid<T>(log: Logger, verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'a passkey was refused')
    throw invalid()
  }
}
