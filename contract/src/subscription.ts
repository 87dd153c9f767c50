import { endpoint } from './endpoint.ts'
import { id, type Static, t } from './schema.ts'

export const subscribedChannel = t.object({
  _id: id(),
  channel: t.object({
    _id: id(),
    username: t.string(),
    fullname: t.string(),
    avatar: t.nullable(t.string()),
  }),
  isLive: t.boolean(),
})
export type SubscribedChannel = Static<typeof subscribedChannel>

export const subscription = {
  listChannels: endpoint({
    method: 'GET',
    path: '/subscription/channel',
    auth: 'session',
    summary: 'The channels that the signed-in person is subscribed to',
    message: 'Subscribed channels',
    data: t.object({ subscribedChannel: t.array(subscribedChannel) }),
  }),
}
