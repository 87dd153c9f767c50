import { isDatabaseUnavailable } from '../db/sql.ts'
import { OutageError } from '../lib/outage-error.ts'

/** Whether a job failed because something it depends on is unavailable. Such a try does not count. */
export const isOutage = (error: unknown): boolean =>
  error instanceof OutageError || isDatabaseUnavailable(error)
