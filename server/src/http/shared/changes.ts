import { addressOf, api } from '@vireo/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context/context.ts'

/** Triggers notify of everything that visitors can see, except for counts (migration 32). */
const channel = 'public_changes'

/** Sent often, and nothing that visitors see changes at once but counts, which may be a second old. */
const unseenChanges = new Set(
  [
    api.history.add,
    api.pageViews.recordView,
    api.likes.toggleComment,
    api.likes.toggleTweet,
    api.likes.toggleVideo,
    api.notifications.markAllRead,
    api.notifications.markRead,
    api.statistics.recordPlayed,
    api.subscriptions.toggle,
    api.videos.recordView,
  ].map((endpoint) => `${endpoint.method} ${addressOf(endpoint)}`),
)

/** Whether the call changes nothing, or nothing that matters at once. */
export const isHarmless = ({ method, routeOptions }: FastifyRequest) =>
  method === 'GET' || method === 'HEAD' || unseenChanges.has(`${method} ${routeOptions.url}`)

/** What was changed is forgotten: here before the change is answered, and in other processes as soon as it is committed. */
export function clearAfterChanges(app: FastifyInstance, { sql, log }: Context, clear: () => void): void {
  app.addHook('onSend', async (request, { statusCode }) => {
    if (request.viewer && statusCode < 400 && !isHarmless(request)) clear()
  })
  // The last function is called when a lost connection is back: changes were missed in between.
  const listening = sql.listen(channel, clear, clear)
  listening.catch((error: unknown) => log.error({ err: error }, 'cannot listen for changes'))
  app.addHook('onClose', () => listening.then((listener) => listener.unlisten()).catch(() => {}))
}
