import { isDatabaseAway } from '../db/sql.ts'
import { AppError } from '../lib/app-error.ts'
import { OutageError } from '../lib/outage-error.ts'

/**
 * Whether a job failed because something that it depends on is away or too busy: then it is tried again, and that
 * try does not count.
 */
export const isOutage = (error: unknown): boolean =>
  error instanceof OutageError || isDatabaseAway(error) || (error instanceof AppError && error.status === 503)
