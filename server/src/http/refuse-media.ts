import { badRequest } from '../lib/app-error.ts'
import { RefusedMediaError } from '../media/refused.ts'

/**
 * A file that is at fault is the caller's mistake, told in the words of the media part. `which` says which
 * one of several it is.
 */
export async function refuse<T>(field: string, work: () => Promise<T>, which?: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RefusedMediaError)) throw error
    throw badRequest(which ? `${which}: ${error.message}` : error.message, field)
  }
}
