import {
  type AnyEndpoint,
  addressOf,
  type BodyOf,
  type DataOf,
  errorEnvelope,
  type ParamsOf,
  type QueryOf,
  roles,
  type UncheckedInput,
  urlOf,
} from '@vireo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound, unauthorized } from '../../lib/app-error.ts'
import { sendsSession, type Viewer } from '../access/sessions.ts'
import { SharedAnswer } from '../shared/shared-answer.ts'
import { sendBytes } from '../shared/shared-answers.ts'
import { type BodyRoom, onceClosed, type ReceivedFile, receiveMultipart } from './multipart.ts'
import { answerSchemaOf, serializerOf } from './serialize.ts'
import { createValidator } from './validate.ts'

export interface Input<E extends AnyEndpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The received files by the name of their field. They are removed once the answer is sent. */
  files: Record<string, ReceivedFile[]>
  /** Who is signed in; always set on an endpoint that is not public. */
  viewer: E['auth'] extends 'public' ? Viewer | undefined : Viewer
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<E extends AnyEndpoint> = (input: Input<E>) => Promise<DataOf<E>>

interface BindOptions<E extends AnyEndpoint> {
  /** The answer to a GET is the same for all visitors, who share it for a moment (decision 48). */
  share?: {
    /**
     * What the visitors' answer becomes for a person: itself if nothing differs for them, and undefined if it has to be made
     * for them. Without this it always is.
     */
    personalize?: (data: DataOf<E>, input: Input<E>, viewer: Viewer) => Promise<DataOf<E> | undefined>
  }
  /** Runs before the body is read. Claims disk space for it, or refuses it because of its headers. */
  roomForBody?: (request: FastifyRequest) => Promise<BodyRoom>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** For received files until a handler takes them. On the same disk as the data, so that moving takes no time. */
    scratchDir: string
  }
  interface FastifyRequest {
    viewer: Viewer | undefined
  }
}

/** Mounts an endpoint of the contract: checks who calls it and what they send, and wraps the answer. */
export function bind<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  options: BindOptions<E> = {},
) {
  const validate = createValidator(endpoint)
  const schema = answerSchemaOf(endpoint)
  const wrap = (data: DataOf<E>) =>
    endpoint.bare ? data : { statuscode: 200, message: endpoint.message, data, success: true }
  const toJson = (data: DataOf<E>) => serializerOf(schema)(wrap(data))

  /** The data of the answer, or what visitors share. */
  async function ask(input: Input<E>, url: string): Promise<SharedAnswer | DataOf<E>> {
    const { share } = options
    const { viewer } = input
    if (!share || (viewer && !share.personalize)) return handler(input)
    const makeShared = async () => {
      const data = await handler({ ...input, viewer: undefined } as Input<E>)
      return new SharedAnswer({ status: 200, type: jsonType, text: toJson(data), data })
    }
    const finding = app.sharedAnswers.get(url, makeShared)
    if (!viewer) return (await finding) as SharedAnswer
    // There may be more for this person than for visitors.
    const shared = await finding.catch(ignoreRefusal)
    const data = shared && (await share.personalize?.(shared.data as DataOf<E>, input, viewer))
    if (data === undefined) return handler(input)
    return data === shared?.data ? shared : data
  }
  app.route({
    method: endpoint.method,
    url: addressOf(endpoint),
    schema: { ...documented(endpoint), response: { 200: schema, default: errorEnvelope } },
    // The handler validates with the messages of the contract. The schemas above are only for the documentation.
    validatorCompiler: () => () => true,
    preParsing: async (request) => {
      // Before the body is read, so that nothing is uploaded without permission.
      assertMayCall(endpoint, request)
    },
    handler: async (request, reply) => {
      const params = validate.params(request.params)
      const query = validate.query(request.query)
      const room = await options.roomForBody?.(request)
      if (room) onceClosed(reply, room.release)
      const received = endpoint.files
        ? await receiveMultipart(request, reply, endpoint.files, app.scratchDir, room)
        : undefined
      const body = validate.body(received ? received.fields : request.body)
      const input = {
        params,
        query,
        body,
        files: received?.files ?? {},
        viewer: request.viewer,
        request,
        reply,
      } as Input<E>
      const answer = await ask(input, request.url)
      if (!(answer instanceof SharedAnswer)) return wrap(answer)
      if (request.viewer) await sendBytes(request, reply, answer)
      else await app.sharedAnswers.send(request, reply, answer)
      return reply
    },
  })
  if (endpoint.method !== 'GET') return
  app.ownCalls.set(endpoint, async (request, reply, given) => {
    assertMayCall(endpoint, request)
    const params = validate.params(given.params)
    const query = validate.query(given.query)
    const { viewer } = request
    const input = { params, query, body: undefined, files: {}, viewer, request, reply } as unknown as Input<E>
    const answer = await ask(input, urlOf(endpoint, { params, query } as UncheckedInput))
    if (answer instanceof SharedAnswer) return { data: answer.data, json: answer.plain.toString() }
    return { data: answer, json: toJson(answer) }
  })
}

const jsonType = 'application/json; charset=utf-8'

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}

/** Without the role an endpoint looks as if it did not exist. If the session has ended, the role is unknown: 401. */
export function assertMayCall({ auth }: AnyEndpoint, request: FastifyRequest): void {
  if (auth === 'public') return
  const { viewer } = request
  const isHidden = auth !== 'session'
  if (!viewer && (!isHidden || sendsSession(request))) throw unauthorized()
  if (isHidden && (!viewer || roles.indexOf(viewer.role) < roles.indexOf(auth)))
    throw notFound('request.not-found', 'Not found')
}

/** What the documentation shows of an endpoint besides its answers. */
export function documented(endpoint: AnyEndpoint) {
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/').filter(Boolean)[0] ?? 'api'],
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    // Only JSON bodies: Fastify does not parse multipart ones.
    ...(endpoint.body && !endpoint.files && { body: endpoint.body }),
    ...(endpoint.auth !== 'public' && { security: [{ session: [] }] }),
  }
}
