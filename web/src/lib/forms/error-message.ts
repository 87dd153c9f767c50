import { tooManyRequestsMessage } from '@vireo/contract'
import { ApiError, hasCode, isUnreachable } from '../api-client.ts'

/** The error's own message, or the fallback if the answer was unreadable and would only have a generic message. */
export function messageOf(error: unknown, fallback: string): string {
  const isSaid = error instanceof ApiError && error.code !== 'client.unreadable'
  return isSaid ? error.message : fallback
}

/** For a submitted form: a refusal says why; the message of a broken server or connection would not help. */
export function refusalMessageOf(error: ApiError, fallback: string): string {
  const isRefusal = !isUnreachable(error) || error.code === 'server.no-room'
  return isRefusal ? error.message : fallback
}

/** For signing in and resetting the password: rate limits always have the same message. */
export function limitedMessageOf(error: unknown, fallback: string): string {
  return hasCode(error, 'auth.too-many') ? tooManyRequestsMessage : messageOf(error, fallback)
}

/** For a code: only a refusal means that it was wrong; a lost connection or a rate limit has its own message. */
export function codeMessageOf(error: unknown, wrongCode: string): string {
  return hasCode(error, 'auth.code-invalid', 'request.invalid') ? wrongCode : messageOf(error, wrongCode)
}
