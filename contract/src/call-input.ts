import { type AnyEndpoint, addressOf, type BodyOf, type ParamsOf, type QueryOf } from './endpoint.ts'

/** Required if it has required properties, optional if it has none, forbidden if the endpoint does not declare it. */
type InputPart<Name extends string, Value> = [Value] extends [never]
  ? { [name in Name]?: never }
  : Partial<Value> extends Value
    ? { [name in Name]?: Value }
    : { [name in Name]: Value }

/** A multipart endpoint takes its body and files as one form. */
type Payload<E extends AnyEndpoint> = [NonNullable<E['files']>] extends [never]
  ? InputPart<'body', BodyOf<E>> & { form?: never }
  : { form: FormData; body?: never }

/** The input a client sends to an endpoint: required, optional and forbidden parts. */
type CallInput<E extends AnyEndpoint> = InputPart<'params', ParamsOf<E>> &
  InputPart<'query', QueryOf<E>> &
  Payload<E>

/** The arguments of a client after the endpoint; `Options` are the client's own (headers, an abort signal). */
export type CallArguments<E extends AnyEndpoint, Options> =
  Partial<CallInput<E>> extends CallInput<E>
    ? [input?: CallInput<E> & Options]
    : [input: CallInput<E> & Options]

/** The same for any endpoint, unchecked. */
export interface UncheckedInput {
  params?: object
  query?: object
  body?: unknown
  form?: FormData
}

/** The address to call. Query values that are undefined are left out. */
export function urlOf(endpoint: AnyEndpoint, { params = {}, query = {} }: UncheckedInput) {
  const values: Record<string, unknown> = { ...params }
  const path = addressOf(endpoint).replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(values[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}
