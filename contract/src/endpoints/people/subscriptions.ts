import { endpoint, perMinute } from '../../endpoint.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { fileAddress, id, type Static, t } from '../../schema.ts'
import { ownerView } from './accounts.ts'

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

const managedSubscription = t.object({
  /** The channel's id. */
  _id: id(),
  channel: ownerView,
  totalSubscriber: t.integer(),
  bell,
})
export type ManagedSubscription = Static<typeof managedSubscription>

const subscriptionSorts = t.oneOf(['name', 'newest', 'activity'])
export type SubscriptionSort = Static<typeof subscriptionSorts>

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
  list: endpoint({
    method: 'GET',
    path: '/subscription/list',
    auth: 'session',
    summary:
      'The subscriptions of the signed-in person with their bells, page by page: by name, by the newest, or by the latest video or tweet; with `query` those of channels with such a name',
    message: 'Subscriptions',
    query: t.object({
      query: t.optional(t.string({ maxLength: 200 })),
      sort: t.optional(subscriptionSorts),
      ...pageQuery,
    }),
    data: pageOf(managedSubscription),
  }),
}
