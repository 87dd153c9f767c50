import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger } from 'pino'

/** A request, or a job. */
interface Activity {
  /** The id of the request that it began with; undefined for a job that no request has caused. */
  requestId: string | undefined
  log: Logger
}

const activities = new AsyncLocalStorage<Activity>()

/** Runs `work` as part of an activity: its log lines and the jobs that it adds get the id of the request. */
export const runActivity = <Result>(activity: Activity, work: () => Result): Result =>
  activities.run(activity, work)

export const currentActivity = (): Activity | undefined => activities.getStore()

/** Ids that others give us are written to logs, headers and jobs. */
const requestIdPattern = /^[\w.:-]{8,100}$/

export const isRequestId = (id: unknown): id is string => typeof id === 'string' && requestIdPattern.test(id)
