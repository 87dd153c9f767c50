import { type AnyEndpoint, envelopeOf, type TSchema } from '@vireo/contract'
import { build, type Schema } from 'fast-json-stringify'

const answerSchemas = new WeakMap<AnyEndpoint, TSchema>()
const serializers = new WeakMap<object, (data: unknown) => string>()

/** Always the same object for an endpoint, so that the apps of a process share its serializer. */
export function answerSchemaOf(endpoint: AnyEndpoint): TSchema {
  const schema = answerSchemas.get(endpoint) ?? (endpoint.bare ? endpoint.data : envelopeOf(endpoint.data))
  answerSchemas.set(endpoint, schema)
  return schema
}

/** Compiling every answer's schema takes longer than the rest of a start, so each waits for its first answer. */
export const serializerOf = (schema: object) => (data: unknown) => {
  const serialize = serializers.get(schema) ?? build(schema as Schema)
  serializers.set(schema, serialize)
  return serialize(data)
}
