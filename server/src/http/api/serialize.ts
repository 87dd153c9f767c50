import { build, type Schema } from 'fast-json-stringify'

const serializers = new WeakMap<object, (data: unknown) => string>()

/** Compiling every answer's schema takes longer than the rest of a start, so each waits for its first answer. */
export const serializerOf = (schema: object) => (data: unknown) => {
  const serialize = serializers.get(schema) ?? build(schema as Schema)
  serializers.set(schema, serialize)
  return serialize(data)
}
