import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { countAttempt } from '../../../http/access/rate-limit.ts'
import { bind } from '../../../http/api/bind.ts'
import { foldCase } from '../../../lib/text/fold.ts'
import { toOwner } from '../../people/accounts/accounts.view.ts'
import { getVisibleSubject } from '../comments/comment-subjects.service.ts'
import { findPeople } from './mentions.queries.ts'

/** A person types a few letters a second. */
const suggestionsPerMinute = 300
const shownPeople = 6

export function mentionRoutes(app: FastifyInstance, { sql, clock }: AppContext) {
  bind(app, api.mentions.suggest, async ({ query: { name, videoId, tweetId }, viewer }) => {
    const limit = { key: `mention:${viewer.id}`, max: suggestionsPerMinute, windowSeconds: 60 }
    await countAttempt(sql, limit, clock.now())
    const prefix = foldCase(name)
    // No username has other characters, which would break the range comparison of the query.
    if (!/^[a-z0-9_.]+$/.test(prefix)) return { people: [] }
    const ref = videoId
      ? { kind: 'video' as const, id: videoId }
      : tweetId && { kind: 'tweet' as const, id: tweetId }
    const subject = ref ? await getVisibleSubject({ sql }, ref, viewer.id) : undefined
    const shown = subject?.commentsMode === 'off' ? undefined : subject
    const people = await findPeople(sql, { prefix, viewerId: viewer.id, subject: shown, limit: shownPeople })
    return { people: people.map(toOwner) }
  })
}
