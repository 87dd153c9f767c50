import { type AnyEndpoint, type DataOf, envelopeOf, type TSchema } from '@vireo/contract'
import { build, type Schema } from 'fast-json-stringify'

const responseSchemas = new WeakMap<AnyEndpoint, TSchema>()
const serializers = new WeakMap<object, (data: unknown) => string>()

/** Always the same object for an endpoint, so that the apps of a process share its serializer. */
export function responseSchemaOf(endpoint: AnyEndpoint): TSchema {
  const schema = responseSchemas.get(endpoint) ?? (endpoint.bare ? endpoint.data : envelopeOf(endpoint.data))
  responseSchemas.set(endpoint, schema)
  return schema
}

/** Compiles a schema at its first response: compiling all of them would take longer than the rest of a start. */
export const serializerOf = (schema: object) => (data: unknown) => {
  const serialize = serializers.get(schema) ?? build(schema as Schema)
  serializers.set(schema, serialize)
  return serialize(data)
}

/** The body of a successful response. */
export const wrap = <E extends AnyEndpoint>(endpoint: E, data: DataOf<E>) =>
  endpoint.bare ? data : { statuscode: 200, message: endpoint.message, data, success: true }

export const toJson = <E extends AnyEndpoint>(endpoint: E, data: DataOf<E>): string =>
  serializerOf(responseSchemaOf(endpoint))(wrap(endpoint, data))
