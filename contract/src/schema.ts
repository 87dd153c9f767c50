// The parts of TypeBox used by the contract.
import {
  Array as ArrayOf,
  Boolean as BooleanOf,
  Integer,
  Literal,
  Null,
  Number as NumberOf,
  Object as ObjectOf,
  Optional,
  String as StringOf,
  type TLiteral,
  type TSchema,
  type TUnion,
  Union,
} from 'typebox'

export type { Static, TSchema } from 'typebox'

/** Marks a line in its schema. */
const lineMark = { 'x-line': true }

export const t = {
  array: ArrayOf,
  boolean: BooleanOf,
  integer: Integer,
  literal: Literal,
  number: NumberOf,
  object: ObjectOf,
  optional: Optional,
  string: StringOf,
  /** A name or title: the server removes what a single line must not contain (`plainLine`). */
  line: (options: { maxLength: number }) => StringOf({ ...options, ...lineMark }),
  union: Union,
  null: Null,
  /** One of these strings. */
  oneOf: <T extends string>(values: readonly T[]) =>
    Union(values.map((value) => Literal(value))) as unknown as TUnion<[TLiteral<T>]>,
  nullable: <T extends TSchema>(schema: T) => Union([schema, Null()]),
}

/** Opaque to clients; the server creates UUIDs and responds with 404 to anything else. */
export const id = () => StringOf({ description: 'opaque id' })
const fileAddressNote = 'address of a file: a path, or complete in responses to pages of other origins'
/** The address of a file of this site, such as a picture or a video. */
export const fileAddress = () => StringOf({ description: fileAddressNote })
export const isFileAddress = (schema: TSchema) =>
  (schema as { description?: string }).description === fileAddressNote
export const timestamp = () => StringOf({ format: 'date-time' })
