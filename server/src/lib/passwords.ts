import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from './app-error.ts'
import { createWorkQueue } from './work-queue.ts'

const derive = promisify(argon2)
/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

/**
 * argon2 runs on the four threads that also read files and resolve names: it gets two of them. 32 waiting hashes
 * take about a second.
 */
const queue = createWorkQueue({
  running: 2,
  bound: {
    waiting: 32,
    refusal: () =>
      new AppError(503, 'server.busy', 'The server is busy. Please try again in a few seconds.', {
        retryAfterSeconds: 2,
      }),
  },
})

/** Answers 503 at once when the queue is full, before a sign-in is counted or looked up. */
export const refuseWhenBusy = queue.refuseWhenFull

export const hashPassword = (password: string): Promise<string> => queue.run(() => hash(password))

/** For jobs, which are never refused: only a few of them run at once. */
export const hashCode = (code: string): Promise<string> => queue.runPatiently(() => hash(code))

export const verifyPassword = (password: string, phc: string): Promise<boolean> =>
  queue.run(() => verify(password, phc))

/** The hash in the usual PHC form, so that its parameters travel with it. */
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

/** Nobody's: checked against where there is no account or code, so that the answer takes as long. */
export const decoyHash = hashPassword('nobody has this one')

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
