import type { Static, TSchema } from './schema.ts'

export interface FieldError {
  field: string
  message: string
}

/**
 * A file part of a multipart endpoint. `required` is the message if there is no file, `tooMany` if there are too many,
 * and `noRoom` if the disk of the server is full.
 */
export interface FilePart {
  maxBytes: number
  required?: string
  maxCount?: number
  tooMany?: string
  noRoom?: string
}

/**
 * How often one person, or for a visitor one network, may make a call. Calls with the same name are counted together.
 */
export interface CallLimit {
  name: string
  max: number
  windowSeconds: number
}

export const perMinute = (name: string, max: number): CallLimit => ({ name, max, windowSeconds: 60 })

/** In ascending order: each role includes the permissions of the previous ones. */
export const roles = ['member', 'moderator', 'admin'] as const
export type Role = (typeof roles)[number]
type Access = 'public' | 'session' | Exclude<Role, 'member'>

/** Undefined where an endpoint takes no such input. */
type InputSchema = TSchema | undefined
type FileParts = Readonly<Record<string, FilePart>> | undefined

/**
 * One call of the API. `auth: 'public'` allows everyone (the viewer may still be signed in), `'session'` only signed-in
 * people, `'moderator'` and `'admin'` only people with that role; everyone else gets a 404. `check` contains the rules
 * that a schema cannot express, with their exact messages. It runs before missing fields are reported, so that a rule's
 * own message for a missing field takes precedence.
 */
interface Endpoint<
  Params extends InputSchema = InputSchema,
  Query extends InputSchema = InputSchema,
  Body extends InputSchema = InputSchema,
  Files extends FileParts = FileParts,
  Data extends TSchema = TSchema,
  Auth extends Access = Access,
> {
  method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  path: string
  auth: Auth
  /**
   * Set for calls that are sent often and change nothing that visitors see, except counts, which may be a second old.
   * Two things are left out for them: their response does not wait until this process has dropped the cached responses
   * that show the change, and their session is not looked up again if that was done within the last second.
   */
  isMinorChange?: true
  /**
   * Every call that changes something has a limit: this one, counted before the body is read, or one of its own in the
   * feature.
   */
  limit?: CallLimit
  summary: string
  /** The envelope's message on success. */
  message: string
  params?: Params
  query?: Query
  body?: Body
  /** With files, the body and files are sent as one multipart form. */
  files?: Files
  /** No file is required, and a body without files may be sent as JSON as well. */
  acceptsJson?: true
  check?: (body: Partial<StaticOf<Body>>) => FieldError[]
  data: Data
  /** The response is `data` itself, without the envelope. */
  bare?: true
  /**
   * Not JSON in an envelope: the request body is a stream (tus), the response is a stream with `data` as its events, or
   * the response is a redirect. Errors still use the envelope.
   */
  protocol?: 'tus' | 'event-stream' | 'redirect'
  /** The headers of the protocol. */
  headers?: TSchema
}

/** Any endpoint, whatever its body, for code that handles all of them. */
export type AnyEndpoint = Omit<Endpoint, 'check'> & { check?: (body: never) => FieldError[] }

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : never
/** `never` where the endpoint takes none. */
export type ParamsOf<E extends AnyEndpoint> = StaticOf<E['params']>
export type QueryOf<E extends AnyEndpoint> = StaticOf<E['query']>
export type BodyOf<E extends AnyEndpoint> = StaticOf<E['body']>
export type DataOf<E extends AnyEndpoint> = StaticOf<E['data']>

export function endpoint<
  Data extends TSchema,
  Auth extends Access,
  Params extends InputSchema = undefined,
  Query extends InputSchema = undefined,
  Body extends InputSchema = undefined,
  Files extends FileParts = undefined,
>(
  definition: Endpoint<Params, Query, Body, Files, Data, Auth>,
): Endpoint<Params, Query, Body, Files, Data, Auth> {
  return definition
}

const apiBase = '/api/v1'

/** The route of an endpoint, with the names of its parameters: `/api/v1/video/id/:id`. */
export const addressOf = (endpoint: Pick<AnyEndpoint, 'path'>) =>
  endpoint.path.startsWith('/api/') ? endpoint.path : `${apiBase}${endpoint.path}`
