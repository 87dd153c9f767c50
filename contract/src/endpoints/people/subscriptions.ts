import { endpoint, perMinute } from '../../endpoint.ts'
import { fileAddress, id, type Static, t } from '../../schema.ts'

const subscribedChannel = t.object({
  _id: id(),
  channel: t.object({
    _id: id(),
    username: t.string(),
    fullname: t.string(),
    avatar: t.nullable(fileAddress()),
  }),
  isLive: t.boolean(),
})
export type SubscribedChannel = Static<typeof subscribedChannel>

/** Which posts a subscriber is notified about. */
const bell = t.oneOf(['all', 'none'])
export type Bell = Static<typeof bell>

const channelParams = t.object({ channelId: t.string() })
const subscriptionState = t.object({
  isSubscribed: t.boolean(),
  totalSubscriber: t.integer(),
  /** Whether the viewer has blocked the channel. */
  isBlocked: t.boolean(),
  /** Null without a subscription. */
  bell: t.nullable(bell),
})

export const subscriptions = {
  toggle: endpoint({
    method: 'POST',
    path: '/subscription/channel/:channelId',
    auth: 'session',
    isMinorChange: true,
    summary: 'Subscribe to a channel or end the subscription',
    message: 'Subscription toggled',
    params: channelParams,
    /** The wanted state, so that sending the call twice has the same effect as once. */
    body: t.object({ isSubscribed: t.optional(t.boolean()) }),
    data: subscriptionState,
  }),
  info: endpoint({
    method: 'GET',
    path: '/subscription/channel/:channelId',
    auth: 'public',
    summary: 'How many subscribe to a channel, and whether the viewer does',
    message: 'Subscription',
    params: channelParams,
    data: subscriptionState,
  }),
  setBell: endpoint({
    method: 'PUT',
    path: '/subscription/channel/:channelId/bell',
    auth: 'session',
    limit: perMinute('bell', 120),
    summary: 'Choose what of a subscribed channel to be notified of',
    message: 'Notifications of the channel changed',
    params: channelParams,
    body: t.object({ bell }),
    data: subscriptionState,
  }),
  listChannels: endpoint({
    method: 'GET',
    path: '/subscription/channel',
    auth: 'session',
    summary: 'The channels that the signed-in person is subscribed to',
    message: 'Subscribed channels',
    data: t.object({ subscribedChannel: t.array(subscribedChannel) }),
  }),
}
