import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'
import { unauthorized } from '../../lib/app-error.ts'
import { type VideoEvent, videoChannel } from './video-events.ts'

type Listener = (event: VideoEvent) => void
const keepAliveMs = 25_000

/** Server-sent events: how the viewer's own videos get on. One database connection serves all listeners. */
export function videoEventRoutes(app: FastifyInstance, { sql, log }: Context) {
  const listeners = new Set<Listener>()
  const subscription = sql.listen(videoChannel, (payload) => {
    const event: VideoEvent = JSON.parse(payload)
    for (const listener of listeners) listener(event)
  })
  subscription.catch((error: unknown) => log.error({ err: error }, 'cannot listen for video events'))

  const open = new Set<() => void>()
  app.addHook('preClose', async () => {
    for (const end of open) end()
    await subscription.then((one) => one.unlisten()).catch(() => {})
  })

  mount(app, api.video.events, async (request, reply) => {
    const { viewer } = request
    if (!viewer) throw unauthorized()
    await subscription
    reply.hijack()
    const { raw } = reply
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) raw.setHeader(name, value)
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
    raw.write(': listening\n\n')
    const listener: Listener = ({ ownerId, video }) => {
      if (ownerId === viewer.id) raw.write(`data: ${JSON.stringify(video)}\n\n`)
    }
    const timer = setInterval(() => raw.write(': still here\n\n'), keepAliveMs)
    const end = () => raw.end()
    listeners.add(listener)
    open.add(end)
    raw.once('close', () => {
      clearInterval(timer)
      listeners.delete(listener)
      open.delete(end)
    })
  })
}
