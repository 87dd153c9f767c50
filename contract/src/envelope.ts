import type { FieldError } from './endpoint.ts'
import type { ErrorCode } from './error-codes.ts'
import { type TSchema, t } from './schema.ts'

/** Every response of the API, including errors. */
export interface Envelope<Data> {
  statuscode: number
  message: string
  data: Data
  success: boolean
  /** Only in errors, like `errors`. */
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
