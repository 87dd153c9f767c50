import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@vireo/contract'

/** A message why this page cannot use passkeys; undefined if it can. */
export function passkeyObstacle(): string | undefined {
  if (!isSecureContext) return 'Passkeys need a secure connection (https).'
  if (!browserSupportsWebAuthn()) return 'This browser does not support passkeys.'
  if (/^[\d.]+$|^\[/.test(location.hostname))
    return 'Passkeys do not work here: this site was opened by its network address.'
}

/** Whether the browser can suggest passkeys in the username field. */
export const offersPasskeys = async () => !passkeyObstacle() && (await browserSupportsWebAuthnAutofill())

export const createPasskey = (options: PasskeyCreationOptions) => startRegistration({ optionsJSON: options })

/** Opens the browser's passkey dialog. */
export const askForPasskey = (options: PasskeyRequestOptions) => startAuthentication({ optionsJSON: options })

/** Suggests passkeys in the username field; resolves when one is chosen. */
export const offerPasskeys = (options: PasskeyRequestOptions) =>
  startAuthentication({ optionsJSON: options, useBrowserAutofill: true })

/** Cancels the browser's dialog or suggestions. */
export const stopAsking = () => WebAuthnAbortService.cancelCeremony()

/** Reports to the browser that the passkey is unknown here, so that it is not offered again. */
export const forgetUnknown = (rpID: string, credentialID: string) =>
  sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => {
    // Not every browser supports this.
  })

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')

/** Whether the page was left, or another request replaced this one. */
export const isStopped = (error: unknown) => nameOf(error) === 'AbortError'

/** Whether the person closed the browser's dialog or let it time out. */
export const isDeclined = (error: unknown) => nameOf(error) === 'NotAllowedError'

/** The message for a browser error. */
export function browserProblem(error: unknown): string {
  if (nameOf(error) === 'InvalidStateError') return 'This device has a passkey for your account already.'
  if (nameOf(error) === 'SecurityError') return 'Passkeys do not work at this address of the site.'
  return 'Your browser could not use a passkey. Please try again.'
}
