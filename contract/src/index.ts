import { type AnyEndpoint, apiBase } from './endpoint.ts'
import { notification } from './notification.ts'
import { subscription } from './subscription.ts'
import { user } from './user.ts'

export * from './endpoint.ts'
export * from './envelope.ts'
export * from './limits.ts'
export type { Notification } from './notification.ts'
export * from './rules/accounts.ts'
export { type Static, type TSchema, t } from './schema.ts'
export type { SubscribedChannel } from './subscription.ts'
export type { Channel, CurrentUser, Owner } from './user.ts'

export const api = { notification, subscription, user }

/** The address that a server mounts and a client calls. */
export const addressOf = (endpoint: Pick<AnyEndpoint, 'path'>) =>
  endpoint.path.startsWith('/api/') ? endpoint.path : `${apiBase}${endpoint.path}`
