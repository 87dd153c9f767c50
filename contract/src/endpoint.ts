import type { Static, TSchema } from './schema.ts'

export interface FieldError {
  field: string
  message: string
}

/** A file part of a multipart endpoint. `required` and `tooMany` are the messages for too few and too many. */
export interface FilePart {
  maxBytes: number
  required?: string
  maxCount?: number
  tooMany?: string
}

/** What an account may do besides using the site; each role may do what those before it may. */
export const roles = ['member', 'moderator', 'admin'] as const
export type Role = (typeof roles)[number]
export type Access = 'public' | 'session' | Exclude<Role, 'member'>

/**
 * One call of the API. `auth: 'public'` answers anyone (and may know the viewer), `'session'` only a signed-in
 * person, `'moderator'` and `'admin'` only one with that role; for other people there is no such call. `check` holds the rules that a schema cannot say, with the exact messages; it sees the
 * body before missing fields are reported, so that a rule's own message for a missing field wins.
 */
export interface Endpoint<
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Data extends TSchema = TSchema,
  Auth extends Access = Access,
> {
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  auth: Auth
  summary: string
  /** The envelope's message on success. */
  message: string
  params?: Params
  query?: Query
  body?: Body
  files?: Readonly<Record<string, FilePart>>
  check?: (body: Partial<Static<Body>>) => FieldError[]
  data: Data
  /** Answers `data` itself, without the envelope. */
  bare?: true
  /**
   * Speaks another protocol than JSON in an envelope: its body is a stream (tus), its answer is one whose events are
   * `data`, or it sends the page elsewhere (redirect). Refusals come in the envelope all the same.
   */
  protocol?: 'tus' | 'event-stream' | 'redirect'
  /** The headers that the protocol asks for. */
  headers?: TSchema
}

/** Any endpoint, whatever its body: what code that handles all of them takes. */
export type AnyEndpoint = Omit<Endpoint, 'check'> & { check?: (body: never) => FieldError[] }

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : never
export type ParamsOf<E extends AnyEndpoint> = StaticOf<E['params']>
export type QueryOf<E extends AnyEndpoint> = StaticOf<E['query']>
export type BodyOf<E extends AnyEndpoint> = StaticOf<E['body']>
export type DataOf<E extends AnyEndpoint> = StaticOf<E['data']>

export function endpoint<
  Data extends TSchema,
  Auth extends Access,
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
>(definition: Endpoint<Params, Query, Body, Data, Auth>): Endpoint<Params, Query, Body, Data, Auth> {
  return definition
}

export const apiBase = '/api/v1'
