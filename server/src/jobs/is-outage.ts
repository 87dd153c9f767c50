import { isDatabaseUnavailable } from '../db/sql.ts'
import { AppError } from '../lib/app-error.ts'
import { OutageError } from '../lib/outage-error.ts'

/**
 * Whether a job failed because something that it depends on is unavailable or too busy. Such an attempt does not count.
 */
export const isOutage = (error: unknown): boolean =>
  error instanceof OutageError ||
  isDatabaseUnavailable(error) ||
  (error instanceof AppError && error.status === 503)
