import type { FieldError } from './endpoint.ts'
import type { ErrorCode } from './error-codes.ts'
import { type TSchema, t } from './schema.ts'

/** Every answer of the API, errors included. */
export interface Envelope<Data> {
  statuscode: number
  message: string
  data: Data
  success: boolean
  /** Of a failure only. */
  code?: ErrorCode
  errors?: FieldError[]
}

export const envelopeOf = <Data extends TSchema>(data: Data) =>
  t.object({ statuscode: t.integer(), message: t.string(), data, success: t.boolean() })

export const errorEnvelope = t.object({
  statuscode: t.integer(),
  message: t.string(),
  data: t.null(),
  success: t.boolean(),
  code: t.string(),
  errors: t.optional(t.array(t.object({ field: t.string(), message: t.string() }))),
})

export const defaultErrorMessage = 'Something went wrong'
export const tooManyRequestsMessage = 'Too many requests. Please try again after 15 minitues.'
