import { isDatabaseAway } from '../db/sql.ts'
import { OutageError } from '../lib/outage-error.ts'

/** Whether a job failed because something that it depends on is away: then it is tried again, and that try does not count. */
export const isOutage = (error: unknown): boolean => error instanceof OutageError || isDatabaseAway(error)
