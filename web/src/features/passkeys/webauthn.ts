import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@vireo/contract'

/** Why this page cannot use passkeys, in words for the person; nothing when it can. */
export function passkeyObstacle(): string | undefined {
  if (!isSecureContext) return 'Passkeys need a secure connection (https).'
  if (!browserSupportsWebAuthn()) return 'This browser does not support passkeys.'
  if (/^[\d.]+$|^\[/.test(location.hostname))
    return 'Passkeys do not work here: this site was opened by its network address.'
}

/** Whether the browser lists passkeys beside a field that asks for a name. */
export const offersPasskeys = async () => !passkeyObstacle() && (await browserSupportsWebAuthnAutofill())

export const makePasskey = (options: PasskeyCreationOptions) => startRegistration({ optionsJSON: options })

/** The browser asks at once which passkey to use. */
export const askForPasskey = (options: PasskeyRequestOptions) => startAuthentication({ optionsJSON: options })

/** The browser lists the passkeys where a name is typed, and answers when one is chosen. */
export const offerPasskeys = (options: PasskeyRequestOptions) =>
  startAuthentication({ optionsJSON: options, useBrowserAutofill: true })

/** Ends what the browser asks or offers now. */
export const stopAsking = () => WebAuthnAbortService.cancelCeremony()

/** Tells the browser that nobody knows this passkey here, so that it is not offered again. */
export const forgetUnknown = (rpID: string, credentialID: string) =>
  sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => {
    // Not every browser can be told.
  })

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')

/** The page was left, or another question took the place of this one. */
export const isStopped = (error: unknown) => nameOf(error) === 'AbortError'

/** The person closed the browser's dialog, or let it time out. */
export const isDeclined = (error: unknown) => nameOf(error) === 'NotAllowedError'

/** For what the browser itself refuses. */
export function browserProblem(error: unknown): string {
  if (nameOf(error) === 'InvalidStateError') return 'This device has a passkey for your account already.'
  if (nameOf(error) === 'SecurityError') return 'Passkeys do not work at this address of the site.'
  return 'Your browser could not use a passkey. Please try again.'
}
