import { endpoint } from '../../endpoint.ts'
import { t } from '../../schema.ts'
import { ownerView } from '../people/accounts.ts'

export const mentions = {
  suggest: endpoint({
    method: 'GET',
    path: '/mention/suggestions',
    auth: 'session',
    summary:
      'People whose username begins with `name`, to complete an @name: first those who comment on the given video or tweet, then subscribed channels',
    message: 'People',
    query: t.object({
      name: t.string({ minLength: 1, maxLength: 30 }),
      videoId: t.optional(t.string()),
      tweetId: t.optional(t.string()),
    }),
    data: t.object({ people: t.array(ownerView) }),
  }),
}
