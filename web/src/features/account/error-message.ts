import { tooManyRequestsMessage } from '@vireo/contract'
import { ApiError, hasCode, isUnreachable } from '../../lib/api-client.ts'

/** What the server or the connection says, else the screen's own words, which say more than the generic ones. */
export function messageOf(error: unknown, fallback: string): string {
  const isSaid = error instanceof ApiError && error.code !== 'client.unreadable'
  return isSaid ? error.message : fallback
}

/** For what was sent: a refusal says why; what a broken server or line says helps nobody. */
export function refusalMessageOf(error: ApiError, fallback: string): string {
  const isRefusal = !isUnreachable(error) || error.code === 'server.no-room'
  return isRefusal ? error.message : fallback
}

/** For signing in and asking for a reset: a limit is told in the same words whatever the server says. */
export function limitedMessageOf(error: unknown, fallback: string): string {
  return hasCode(error, 'auth.too-many') ? tooManyRequestsMessage : messageOf(error, fallback)
}

/** For a code: only a refusal means that it was wrong; a lost connection or a limit says so itself. */
export function codeMessageOf(error: unknown, wrongCode: string): string {
  return hasCode(error, 'auth.code-invalid', 'request.invalid') ? wrongCode : messageOf(error, wrongCode)
}
