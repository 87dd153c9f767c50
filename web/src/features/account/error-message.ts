import { defaultErrorMessage, tooManyRequestsMessage } from '@vireo/contract'
import { ApiError } from '../../lib/api-client.ts'

/** What the server or the connection says, else the screen's own words, which say more than the generic ones. */
export function messageOf(error: unknown, fallback: string): string {
  const message = error instanceof ApiError ? error.message : ''
  return message && message !== defaultErrorMessage ? message : fallback
}

/** For what was sent: a refusal says why; what a broken server or line says helps nobody. */
export function refusalMessageOf(error: ApiError, fallback: string): string {
  const { status } = error
  const isRefusal = (status >= 400 && status < 500) || status === 507
  return isRefusal ? messageOf(error, status === 401 ? 'Please sign in' : fallback) : fallback
}

/** For signing in and asking for a reset: a limit is told in the same words whatever the server says. */
export function limitedMessageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.status === 429
    ? tooManyRequestsMessage
    : messageOf(error, fallback)
}

/** For a code: only a refusal means that it was wrong; a lost connection or a limit says so itself. */
export function codeMessageOf(error: unknown, wrongCode: string): string {
  const isRefusal =
    error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
  return isRefusal ? wrongCode : messageOf(error, wrongCode)
}
