import { type AnyEndpoint, type FieldError, plainLine, type TSchema } from '@vireo/contract'
import { Compile, type Validator } from 'typebox/compile'
import { AppError, notFound } from '../../lib/app-error.ts'

type Part = 'params' | 'query' | 'body'

/** Checks input against the schemas of an endpoint, each compiled when it is first needed so that a start is quick. */
export function createValidator(endpoint: AnyEndpoint) {
  const validators: Partial<Record<Part, Validator>> = {}
  const validatorOf = (part: Part) => {
    const schema: TSchema | undefined = endpoint[part]
    if (schema) validators[part] ??= Compile(schema)
    return validators[part]
  }
  return {
    /** Converts numbers and booleans, because paths and queries are text. */
    params: (value: unknown) => read(validatorOf('params'), value, 'params'),
    query: (value: unknown) => read(validatorOf('query'), withoutEmpty(value), 'query'),
    body(sent: unknown) {
      const validator = validatorOf('body')
      if (!endpoint.body || !validator) return undefined
      const value = pickFields(sent ?? {}, endpoint.body)
      const problems = findProblems(validator, value)
      // If fields are only missing, the rules of the contract have better messages than the schema.
      if (problems.every((problem) => problem.isMissing) && isRecord(value)) {
        const errors = endpoint.check?.(value as never) ?? []
        if (errors.length > 0) throw invalid(errors)
      }
      // Wrong types come before missing fields.
      problems.sort((a, b) => Number(a.isMissing) - Number(b.isMissing))
      if (problems.length > 0) throw invalid(problems)
      const field = findNul(value)
      if (field) throw invalid([{ field, message: `${field} must not contain a NUL character` }])
      return value
    },
  }
}

/** Some clients send all parameters, as in `?userId=&sortBy=`. An empty one counts as absent. */
const withoutEmpty = (query: unknown) =>
  isRecord(query) ? Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')) : query

/**
 * Keeps the fields that are in the schema, lines without what they must not contain. JSON null counts as absent unless
 * the schema accepts it.
 */
function pickFields(value: unknown, { properties, items, 'x-line': isLine }: SchemaShape): unknown {
  if (isLine && typeof value === 'string') return plainLine(value)
  if (items && Array.isArray(value)) return value.map((item) => pickFields(item, items))
  if (!properties || !isRecord(value)) return value
  const fields = Object.entries(properties)
    .filter(([name, shape]) => Object.hasOwn(value, name) && (value[name] !== null || acceptsNull(shape)))
    .map(([name, shape]) => [name, pickFields(value[name], shape)])
  return Object.fromEntries(fields)
}

/** The parts of a JSON schema that `pickFields` needs. */
interface SchemaShape {
  type?: string
  properties?: Record<string, SchemaShape>
  items?: SchemaShape
  anyOf?: SchemaShape[]
  'x-line'?: boolean
}

const acceptsNull = ({ type, anyOf = [] }: SchemaShape): boolean => type === 'null' || anyOf.some(acceptsNull)

function read(validator: Validator | undefined, value: unknown, part: Part): unknown {
  if (!validator) return undefined
  const converted = validator.Convert(value)
  const problems = findProblems(validator, converted)
  if (problems.length === 0 && !findNul(converted)) return converted
  // Nothing can exist at a malformed path.
  throw part === 'params' ? notFound('request.not-found', 'Not found') : invalid(problems)
}

/** Finds a field with a NUL character, which PostgreSQL cannot store in text. */
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
