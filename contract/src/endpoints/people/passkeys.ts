import { endpoint, type FieldError, perMinute } from '../../endpoint.ts'
import { collect } from '../../rules/people/accounts.ts'
import { passkeyNameRule } from '../../rules/people/passkeys.ts'
import { id, type Static, t, timestamp } from '../../schema.ts'
import { currentUserView } from './accounts.ts'

/** Bytes in base64url, as in WebAuthn's JSON. */
const bytes = (maxLength: number) => t.string({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })
/** A credential's id has at most 1023 bytes. */
const credentialId = bytes(1364)
const clientData = bytes(8000)
const publicKeyType = t.literal('public-key')
const required = t.literal('required')

const descriptor = t.object({
  id: t.string(),
  type: publicKeyType,
  transports: t.array(t.string()),
})

const creationOptions = t.object({
  challenge: t.string(),
  rp: t.object({ id: t.string(), name: t.string() }),
  user: t.object({ id: t.string(), name: t.string(), displayName: t.string() }),
  pubKeyCredParams: t.array(t.object({ alg: t.integer(), type: publicKeyType })),
  timeout: t.integer(),
  excludeCredentials: t.array(descriptor),
  authenticatorSelection: t.object({
    residentKey: required,
    requireResidentKey: t.boolean(),
    userVerification: required,
  }),
})
export type PasskeyCreationOptions = Static<typeof creationOptions>

const requestOptions = t.object({
  challenge: t.string(),
  rpId: t.string(),
  timeout: t.integer(),
  userVerification: required,
  /** Empty if any passkey of the site may be used. */
  allowCredentials: t.array(descriptor),
})
export type PasskeyRequestOptions = Static<typeof requestOptions>

/** The part that the server reads of a browser's response to creating a passkey. */
const creationResponse = t.object({
  id: credentialId,
  rawId: credentialId,
  type: publicKeyType,
  response: t.object({
    clientDataJSON: clientData,
    attestationObject: bytes(32_000),
    transports: t.optional(t.array(t.string({ maxLength: 32 }), { maxItems: 10 })),
  }),
})

/** A browser's response to signing a challenge with a passkey. */
const assertionResponse = t.object({
  id: credentialId,
  rawId: credentialId,
  type: publicKeyType,
  response: t.object({
    clientDataJSON: clientData,
    authenticatorData: bytes(8000),
    signature: bytes(8000),
    /** Empty in some browsers. */
    userHandle: t.optional(t.string({ maxLength: 100 })),
  }),
})

const passkeyView = t.object({
  _id: id(),
  name: t.string(),
  createdAt: timestamp(),
  lastUsedAt: t.nullable(timestamp()),
})
export type Passkey = Static<typeof passkeyView>

const name = t.line({ maxLength: 1000 })
const checkName = (body: { name?: string }): FieldError[] =>
  collect([['name', passkeyNameRule(body.name ?? '')]])
const idParams = t.object({ id: t.string() })

export const passkeys = {
  list: endpoint({
    method: 'GET',
    path: '/passkey/',
    auth: 'session',
    summary: 'The passkeys of the person, the oldest first',
    message: 'Passkeys',
    data: t.object({ docs: t.array(passkeyView) }),
  }),
  registrationOptions: endpoint({
    method: 'POST',
    path: '/passkey/registration-options',
    auth: 'session',
    summary: 'What the browser needs to make a passkey; asks for a confirmed session',
    message: 'Follow your browser to make a passkey',
    data: t.object({
      options: creationOptions,
      /** For example 'Chrome on Windows'. */
      suggestedName: t.string(),
    }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/passkey/',
    auth: 'session',
    limit: perMinute('passkey', 30),
    summary: 'Add the passkey that the browser has made; asks for a confirmed session',
    message: 'Passkey added',
    body: t.object({ response: creationResponse, name }),
    check: checkName,
    data: passkeyView,
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/passkey/id/:id',
    auth: 'session',
    limit: perMinute('passkey', 30),
    summary: 'Rename a passkey',
    message: 'Passkey renamed',
    params: idParams,
    body: t.object({ name }),
    check: checkName,
    data: passkeyView,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/passkey/id/:id',
    auth: 'session',
    limit: perMinute('passkey', 30),
    summary: 'Remove a passkey; asks for a confirmed session',
    message: 'Passkey removed',
    params: idParams,
    data: t.null(),
  }),
  signInOptions: endpoint({
    method: 'POST',
    path: '/passkey/sign-in-options',
    auth: 'public',
    summary: 'What the browser needs to sign in with a passkey',
    message: 'Follow your browser to sign in',
    data: requestOptions,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/passkey/sign-in',
    auth: 'public',
    summary: 'Sign in with a passkey',
    message: 'Signin Successful',
    body: t.object({ response: assertionResponse }),
    data: currentUserView,
  }),
  confirmOptions: endpoint({
    method: 'POST',
    path: '/passkey/confirm-options',
    auth: 'session',
    summary: 'What the browser needs to confirm with a passkey who is at the keyboard',
    message: 'Follow your browser to confirm',
    data: requestOptions,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/passkey/confirm',
    auth: 'session',
    limit: perMinute('confirm-session', 30),
    summary: 'Confirm who is at the keyboard, by a passkey; holds for 15 minutes',
    message: 'Confirmed',
    body: t.object({ response: assertionResponse }),
    data: t.null(),
  }),
}
