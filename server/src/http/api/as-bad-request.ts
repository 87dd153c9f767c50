import { badRequest } from '../../lib/app-error.ts'
import { RefusedMediaError } from '../../media/refused.ts'

/**
 * Turns the refusal of a file into a 400 about the field that the file came in. `which` names the file where the field
 * holds several.
 */
export async function asBadRequest<T>(field: string, work: () => Promise<T>, which?: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RefusedMediaError)) throw error
    throw badRequest(which ? `${which}: ${error.message}` : error.message, field)
  }
}
