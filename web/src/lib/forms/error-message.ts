import { tooManyRequestsMessage } from '@vireo/contract'
import { ApiError, hasCode, isUnreachable } from '../api-client.ts'

/** The error's own message, or the fallback if the response was unreadable and its message would be generic. */
export function messageOf(error: unknown, fallback: string): string {
  const hasMessage = error instanceof ApiError && error.code !== 'client.unreadable'
  return hasMessage ? error.message : fallback
}

/** For a submitted form: a refusal states its reason; the message of a failed server or connection would not help. */
export function refusalMessageOf(error: ApiError, fallback: string): string {
  const isRefusal = !isUnreachable(error) || error.code === 'server.no-room'
  return isRefusal ? error.message : fallback
}

/** For signing in and resetting the password: all rate limits have the same message. */
export function limitedMessageOf(error: unknown, fallback: string): string {
  return hasCode(error, 'auth.too-many') ? tooManyRequestsMessage : messageOf(error, fallback)
}

/** For a code: only a refusal means that it was wrong; a lost connection or a rate limit has its own message. */
export function codeMessageOf(error: unknown, wrongCode: string): string {
  return hasCode(error, 'auth.code-invalid', 'request.invalid') ? wrongCode : messageOf(error, wrongCode)
}
