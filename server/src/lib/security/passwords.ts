import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { AppError } from '../app-error.ts'

const derive = promisify(argon2)
/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. Tests lower it. */
export const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

/** argon2 runs on the four threads of Node that also read files and resolve names, so it gets two of them. */
const limit = pLimit(2)
/** Hashing this many takes about a second. */
const maxWaiting = 32

/** Throws a 503 if too many are waiting. Sign-ins call it first, before they are counted or looked up. */
export function refuseWhenBusy(): void {
  if (limit.pendingCount >= maxWaiting)
    throw new AppError(503, 'server.busy', 'The server is busy. Please try again in a few seconds.', {
      retryAfterSeconds: 2,
    })
}

export async function hashPassword(password: string): Promise<string> {
  refuseWhenBusy()
  return limit(hash, password)
}

/** For jobs, which are never refused: only a few of them run at once. */
export const hashCode = (code: string): Promise<string> => limit(hash, code)

export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  refuseWhenBusy()
  return limit(verify, password, phc)
}

/** In the PHC format, which contains the parameters of the hash. */
async function hash(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: salt,
    tagLength,
    ...cost,
  })
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`
}

async function verify(password: string, phc: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc)
  if (!match) return false
  const [, memory, passes, parallelism, salt = '', expected = ''] = match
  const tag = await derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: Buffer.from(salt, 'base64'),
    tagLength,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return timingSafeEqual(tag, Buffer.from(expected, 'base64'))
}

/** Compared with the input if there is no account or code, so that the response takes equally long. */
export const decoyHash = hashPassword('nobody has this one')

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
