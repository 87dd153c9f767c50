import { StorageUrlError } from './storage-errors.ts'
import { isKey } from './storage-key.ts'

export interface S3Settings {
  /** Undefined for AWS. */
  endpoint: string | undefined
  region: string
  /** Undefined to let the AWS SDK find them, for example from the role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
  bucket: string
  /** Put before every key: empty, or ending in a slash. */
  prefix: string
}

const urlForm = 's3://ACCESS_KEY:SECRET@host:port/bucket/optional-prefix?region=us-east-1&tls=false'

const urlPattern =
  /^s3:\/\/(?:(?<accessKey>[^:@/?#]*)(?::(?<secret>[^:@/?#]*))?@)?(?<host>[^@/?#]*)(?:\/(?<path>[^@?#]*))?(?:\?(?<query>[^@#]*))?$/i
const awsHostPattern = /^(?:(?:s3[.-](?<region>[a-z0-9-]+)|s3)\.)?amazonaws(?:\.com(?:\.cn)?)?(?::443)?$/i
const bucketPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/
const regionPattern = /^[A-Za-z0-9-]+$/

/** Parses STORAGE_URL, or throws a StorageUrlError with the problem, which repeats no part of the URL. */
export function parseStorageUrl(url: string): S3Settings {
  const parts = urlPattern.exec(url.trim())?.groups
  if (!parts) {
    throw invalidUrl(
      'it is not of that form. An access key or secret with one of : / @ ? # % in it must be percent-encoded',
    )
  }
  const { accessKey, secret, host = '', path = '', query = '' } = parts
  const options = parseOptions(query)
  const awsHost = awsHostPattern.exec(host)
  const isAws = host === '' || awsHost !== null
  return {
    endpoint: isAws ? undefined : parseEndpoint(host, options.tls),
    region: options.region ?? awsHost?.groups?.region ?? 'us-east-1',
    credentials: parseCredentials(accessKey, secret),
    ...parsePath(path),
  }
}

function parseOptions(query: string): { region: string | undefined; tls: boolean } {
  const options = new URLSearchParams(query)
  const isKnown = [...options.keys()].every((name) => name === 'region' || name === 'tls')
  if (!isKnown) throw invalidUrl('after the question mark it takes region and tls only')
  const region = options.get('region') ?? undefined
  if (region !== undefined && !regionPattern.test(region)) {
    throw invalidUrl('the region may hold letters, digits and dashes only')
  }
  const tls = options.get('tls') ?? 'true'
  if (tls !== 'true' && tls !== 'false') throw invalidUrl('tls must be true or false')
  return { region, tls: tls === 'true' }
}

function parseEndpoint(host: string, tls: boolean): string {
  const endpoint = `${tls ? 'https' : 'http'}://${host}`
  if (!URL.canParse(endpoint)) throw invalidUrl('the host or its port is not valid')
  return new URL(endpoint).origin
}

function parseCredentials(accessKey: string | undefined, secret: string | undefined) {
  if (!accessKey && !secret) return undefined
  if (!accessKey || !secret) throw invalidUrl('it needs both an access key and a secret, or neither')
  try {
    return { accessKeyId: decodeURIComponent(accessKey), secretAccessKey: decodeURIComponent(secret) }
  } catch {
    throw invalidUrl('the access key or the secret is not properly percent-encoded (a bare % is written %25)')
  }
}

function parsePath(path: string): { bucket: string; prefix: string } {
  const [bucket = '', ...rest] = path.replace(/\/$/, '').split('/')
  if (bucket === '') throw invalidUrl('the bucket is missing after the host')
  if (!bucketPattern.test(bucket)) throw invalidUrl('the bucket is not a valid name')
  const prefix = rest.join('/')
  if (prefix !== '' && !isKey(prefix)) {
    throw invalidUrl(
      'the prefix after the bucket may hold letters, digits, dots, dashes and underscores only',
    )
  }
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` }
}

function invalidUrl(reason: string): StorageUrlError {
  return new StorageUrlError(`STORAGE_URL should look like ${urlForm}, but ${reason}.`)
}
