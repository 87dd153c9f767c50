import type { AnyEndpoint, TSchema } from '@vireo/contract'
import { Check } from 'typebox/value'
import { encodeCursor } from '../../src/db/paging.ts'
import { newId } from '../../src/lib/ids.ts'

/** The parts of a call that values can be put into. */
export type Part = 'params' | 'query' | 'body' | 'form' | 'headers'

/**
 * A value that replaces a valid one, and what it should count as: absent, invalid by the contract, or left to the
 * rules.
 */
export interface Case {
  part: Part
  field: string
  kind: string
  value: unknown
  verdict: 'absent' | 'invalid' | 'free'
}

interface ObjectSchema {
  properties?: Record<string, TSchema & { type?: string; maxLength?: number; maximum?: number }>
  required?: string[]
}

/** Every case of an endpoint. `ids` has an id of every kind, by the name of its parameter. */
export function casesOf(endpoint: AnyEndpoint, ids: Record<string, string>): Case[] {
  const bodyPart = endpoint.files ? 'form' : 'body'
  return [
    ...Object.entries(endpoint.files ?? {}).flatMap(([field, { maxBytes }]) => fileCases(field, maxBytes)),
    ...fieldsOf(endpoint.params).flatMap(([field]) => paramCases(endpoint, field, ids)),
    ...fieldsOf(endpoint.query).flatMap(([field, schema]) => valueCases('query', field, schema)),
    ...fieldsOf(endpoint.body).flatMap(([field, schema]) => valueCases(bodyPart, field, schema)),
    ...fieldsOf(endpoint.headers).flatMap(([field, schema]) =>
      headerCases(field, schema).filter(
        ({ value }) => value !== undefined || isRequired(endpoint.headers, field),
      ),
    ),
  ]
}

export const isRequired = (schema: TSchema | undefined, field: string) =>
  ((schema ?? {}) as ObjectSchema).required?.includes(field) ?? false

const fieldsOf = (schema: TSchema | undefined) =>
  Object.entries(((schema ?? {}) as ObjectSchema).properties ?? {})
type FieldSchema = ReturnType<typeof fieldsOf>[number][1]

/** A channel is a person. */
const kinds: Record<string, string> = { userId: 'channelId' }

/** Parts of an address, already encoded. */
function paramCases(endpoint: AnyEndpoint, field: string, ids: Record<string, string>): Case[] {
  const kind = field === 'id' ? `${endpoint.path.split('/')[1]}Id` : (kinds[field] ?? field)
  const foreignIds = Object.keys(ids).flatMap((name) => (name === kind ? [] : (ids[name] ?? [])))
  const values: [kind: string, value: string][] = [
    ['null', 'null'],
    ['wrong type', '7'],
    ['odd unicode', '%00'],
    ['odd unicode', encodeURIComponent('٣ ‮🐦\u0301')],
    ['odd unicode', '%ED%A0%80'],
    ['odd text', encodeURIComponent(`'"\\;--%_../`)],
    ['huge', 'x'.repeat(500)],
    ['huge', 'x'.repeat(8000)],
    ['nobody’s id', newId()],
    ...foreignIds.map((id): [string, string] => ['id of something else', id]),
  ]
  const part = 'params'
  return [
    { part, field, kind: 'empty', value: '', verdict: 'free' },
    ...values.map(([kind, value]): Case => ({ part, field, kind, value, verdict: 'invalid' })),
  ]
}

/** Zero-width marks, half a surrogate pair, letters that fold to two, and characters special to SQL or JSON. */
const oddText = ' İ٣\u202e\u200b🐦\ud800e\u0301ﬁ\'"\\;--%_$1'
const candidates = [1e308, true, 'nonsense', ['a'], { $ne: 'x' }]

/** Dates that PostgreSQL does not accept, and positions that no list has. */
const oddCursors = [
  '-000001-01-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  ...[1e308, -1, '-000001-01-01T00:00:00.000Z', 'a\0b', oddText].map((value) =>
    encodeCursor({ value, id: newId() }),
  ),
]

function valueCases(part: 'query' | 'body' | 'form', field: string, schema: FieldSchema): Case[] {
  const isText = schema.type === 'string'
  const at = (kind: string, value: unknown, verdict: Case['verdict']) => ({
    part,
    field,
    kind,
    value,
    verdict,
  })
  const cases: Case[] = [at('missing', undefined, 'absent')]
  if (part === 'body') cases.push(at('null', null, 'absent'))
  else cases.push(at('null', 'null', isText ? 'free' : 'invalid'))
  if (part === 'query') cases.push(at('empty', '', 'absent'), at('repeated', ['a', 'b'], 'invalid'))
  else cases.push(at('empty', '', isText ? 'free' : 'invalid'))
  const wrong = part === 'body' ? candidates : isText ? [] : ['nonsense', '-1', '1e308', ' ']
  for (const value of wrong) if (!Check(schema, value)) cases.push(at('wrong type', value, 'invalid'))
  if (!isText) return cases
  cases.push(at('odd unicode', oddText, 'free'), at('odd unicode', 'a\0b', 'invalid'))
  if (field.endsWith('Id')) cases.push(at('nobody’s id', newId(), 'free'))
  if (field === 'cursor') for (const cursor of oddCursors) cases.push(at('odd cursor', cursor, 'free'))
  if (schema.maxLength) cases.push(at('huge', 'x'.repeat(schema.maxLength + 1), 'invalid'))
  return cases
}

const headerCases = (field: string, schema: FieldSchema): Case[] =>
  [undefined, '', 'nonsense', '-1', '1.5', '9'.repeat(30), 'ÿ']
    .filter((value) => !(schema.type === 'string' && Check(schema, value)))
    .map((value) => ({
      part: 'headers',
      field,
      kind: `header ${value ?? 'missing'}`,
      value,
      verdict: 'invalid',
    }))

/** Larger parts than this take too long to send. */
const largestFile = 20_000_000

function fileCases(field: string, maxBytes: number): Case[] {
  const at = (kind: string, value: File | undefined, verdict: Case['verdict']): Case => ({
    part: 'form',
    field,
    kind,
    value,
    verdict,
  })
  const fileOf = (content: string | Uint8Array<ArrayBuffer>) => new File([content], 'file')
  return [
    at('missing', undefined, 'absent'),
    at('empty', fileOf(''), 'absent'),
    at('wrong type', fileOf('nothing to see'), 'invalid'),
    ...(maxBytes < largestFile ? [at('huge', fileOf(new Uint8Array(maxBytes + 1)), 'invalid')] : []),
  ]
}

/** Bodies that are not JSON objects, and their statuses. */
export const wholeBodies: [kind: string, content: string, type: string, status: number][] = [
  ['a list', '[]', 'application/json', 400],
  ['a text', '"text"', 'application/json', 400],
  ['half of one', '{"a":', 'application/json', 400],
  ['a prototype', '{"__proto__":{}}', 'application/json', 400],
  ['a deep one', '['.repeat(60_000) + ']'.repeat(60_000), 'application/json', 400],
  ['too large', `{"a":"${'x'.repeat(300_000)}"}`, 'application/json', 413],
  ['of another type', 'a=b', 'application/x-www-form-urlencoded', 415],
]
