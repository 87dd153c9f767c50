import type { FieldError } from '@vireo/contract'

/** A failure that the caller is told about, with its HTTP status and its message. */
export class AppError extends Error {
  readonly status: number
  readonly errors: FieldError[]
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    message: string,
    options: { errors?: FieldError[]; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.name = 'AppError'
    this.status = status
    this.errors = options.errors ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

export const badRequest = (message: string, field?: string) =>
  new AppError(400, message, field ? { errors: [{ field, message }] } : {})
export const unauthorized = (message = 'Please sign in') => new AppError(401, message)
export const forbidden = (message: string) => new AppError(403, message)
export const notFound = (message: string) => new AppError(404, message)
export const conflict = (message: string, field?: string) =>
  new AppError(409, message, field ? { errors: [{ field, message }] } : {})
