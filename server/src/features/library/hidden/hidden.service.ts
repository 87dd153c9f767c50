import type { Context } from '../../../context/context.ts'
import { countAttempt } from '../../../http/access/rate-limit.ts'
import { badRequest, notFound } from '../../../lib/app-error.ts'
import { getVisibleVideo } from '../../publishing/videos/videos.access.ts'
import { insertHiddenChannel, insertHiddenVideo } from './hidden.queries.ts'

const hiddenPerMinute = 120

const limitHiding = ({ sql, clock }: Context, userId: string) =>
  countAttempt(sql, { key: `hide:${userId}`, max: hiddenPerMinute, windowSeconds: 60 }, clock.now())

export async function hideVideo(context: Context, userId: string, videoId: string): Promise<void> {
  await getVisibleVideo(context.sql, videoId, userId)
  await limitHiding(context, userId)
  await insertHiddenVideo(context.sql, userId, videoId, context.clock.now())
}

export async function hideChannel(context: Context, userId: string, channelId: string): Promise<void> {
  if (userId === channelId) throw badRequest('You cannot hide your own channel', undefined, 'channel.own')
  await limitHiding(context, userId)
  if (!(await insertHiddenChannel(context.sql, userId, channelId, context.clock.now())))
    throw notFound('channel.not-found', 'Channel not found')
}
