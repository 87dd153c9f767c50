import type { ErrorCode, FieldError } from '@vireo/contract'

interface ErrorOptions {
  errors?: FieldError[]
  retryAfterSeconds?: number
}

/** An error that is shown to the caller, with its HTTP status, a code for programs and a message for people. */
export class AppError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly errors: FieldError[]
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message)
    this.name = 'AppError'
    this.status = status
    this.code = code
    this.errors = options.errors ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

export const badRequest = (message: string, field?: string, code: ErrorCode = 'request.invalid') =>
  new AppError(400, code, message, field ? { errors: [{ field, message }] } : {})
export const unauthorized = () => new AppError(401, 'auth.required', 'Please sign in')
export const forbidden = (code: ErrorCode, message: string) => new AppError(403, code, message)
export const notFound = (code: ErrorCode, message: string) => new AppError(404, code, message)
export const conflict = (code: ErrorCode, message: string, field?: string) =>
  new AppError(409, code, message, field ? { errors: [{ field, message }] } : {})
