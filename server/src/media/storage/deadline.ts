import { StorageUnavailableError } from './storage-errors.ts'

/** Runs `work` with a time limit and turns any failure into a StorageUnavailableError with `message` and the reason. */
export async function withDeadline(
  ms: number,
  message: string,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const controller = new AbortController()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new Error(`no answer within ${ms} ms`))
    controller.abort()
  }, ms)
  try {
    await Promise.race([work(controller.signal), late.promise])
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : error
    throw new StorageUnavailableError(`${message}: ${reason}`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
