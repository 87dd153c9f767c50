import type { AnyEndpoint, FieldError, TSchema } from '@vireo/contract'
import { Compile, type Validator } from 'typebox/compile'
import { AppError, notFound } from '../lib/app-error.ts'

type Part = 'params' | 'query' | 'body'

/** Checks what came in against the contract, once compiled per endpoint. */
export function createValidator(endpoint: AnyEndpoint) {
  const compile = (schema: TSchema | undefined) => (schema ? Compile(schema) : undefined)
  const validators = {
    params: compile(endpoint.params),
    query: compile(endpoint.query),
    body: compile(endpoint.body),
  }
  return {
    /** Addresses and queries are text, so numbers and booleans in them are read as such. */
    params: (value: unknown) => read(validators.params, value, 'params'),
    query: (value: unknown) => read(validators.query, withoutEmpty(value), 'query'),
    body(sent: unknown) {
      if (!endpoint.body || !validators.body) return undefined
      const value = pickFields(sent ?? {}, endpoint.body)
      const problems = findProblems(validators.body, value)
      // The contract's rules know better words for a missing field than a schema does.
      if (problems.every((problem) => problem.isMissing) && isRecord(value)) {
        const errors = endpoint.check?.(value as never) ?? []
        if (errors.length > 0) throw invalid(errors)
      }
      // A wrong type is named before a missing field.
      problems.sort((a, b) => Number(a.isMissing) - Number(b.isMissing))
      if (problems.length > 0) throw invalid(problems)
      const field = findNul(value)
      if (field) throw invalid([{ field, message: `${field} must not contain a NUL character` }])
      return value
    },
  }
}

/** Clients that fill in a fixed template send `?userId=&sortBy=`: an empty parameter counts as absent. */
const withoutEmpty = (query: unknown) =>
  isRecord(query) ? Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')) : query

/**
 * The fields that the schema knows. JSON null counts as absent, unless the schema accepts null.
 */
function pickFields(value: unknown, { properties, items }: Shape): unknown {
  if (items && Array.isArray(value)) return value.map((item) => pickFields(item, items))
  if (!properties || !isRecord(value)) return value
  const fields = Object.entries(properties)
    .filter(([name, shape]) => Object.hasOwn(value, name) && (value[name] !== null || takesNull(shape)))
    .map(([name, shape]) => [name, pickFields(value[name], shape)])
  return Object.fromEntries(fields)
}

/** The parts of a schema that say which fields there are and where null is accepted. */
interface Shape {
  type?: string
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
}

const takesNull = ({ type, anyOf = [] }: Shape): boolean => type === 'null' || anyOf.some(takesNull)

function read(validator: Validator | undefined, value: unknown, part: Part): unknown {
  if (!validator) return undefined
  const converted = validator.Convert(value)
  const problems = findProblems(validator, converted)
  if (problems.length === 0 && !findNul(converted)) return converted
  // A malformed part of an address names nothing that exists.
  throw part === 'params' ? notFound('request.not-found', 'Not found') : invalid(problems)
}

/** The field with a NUL in it, which PostgreSQL keeps in no text and nobody types. */
function findNul(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, part] of Object.entries(value)) {
    const found = findNul(part, path ? `${path}.${name}` : name)
    if (found) return found
  }
}

interface Problem extends FieldError {
  isMissing: boolean
}

function findProblems(validator: Validator, value: unknown): Problem[] {
  if (validator.Check(value)) return []
  return validator.Errors(value).flatMap((error): Problem[] => {
    const field = error.instancePath.slice(1).replaceAll('/', '.')
    if (error.keyword === 'required')
      return error.params.requiredProperties.map((name) => ({
        field: field ? `${field}.${name}` : name,
        message: `${name} is required`,
        isMissing: true,
      }))
    return [{ field: field || 'body', message: `${field || 'body'} ${error.message}`, isMissing: false }]
  })
}

function invalid(problems: FieldError[]): AppError {
  const errors = problems.map(({ field, message }) => ({ field, message }))
  return new AppError(400, 'request.invalid', errors[0]?.message ?? 'The request is not valid', { errors })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
