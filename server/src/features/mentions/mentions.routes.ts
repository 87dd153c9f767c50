import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { countAttempt } from '../../http/access/rate-limit.ts'
import { bind } from '../../http/api/bind.ts'
import { foldCase } from '../../lib/fold.ts'
import { isId } from '../../lib/ids.ts'
import { toOwner } from '../accounts/accounts.view.ts'
import { findPeople } from './mentions.queries.ts'

/** A person types a few letters a second. */
const suggestionsPerMinute = 300
const shownPeople = 6

const idOf = (id: string | undefined) => (id && isId(id) ? id : undefined)

export function mentionRoutes(app: FastifyInstance, { sql, clock }: AppContext) {
  bind(app, api.mentions.suggest, async ({ query: { name, videoId, tweetId }, viewer }) => {
    const limit = { key: `mention:${viewer.id}`, max: suggestionsPerMinute, windowSeconds: 60 }
    await countAttempt(sql, limit, clock.now())
    const prefix = foldCase(name)
    // Nobody has such a name, and the range of names would not be one.
    if (!/^[a-z0-9_.]+$/.test(prefix)) return { people: [] }
    const people = await findPeople(sql, {
      prefix,
      viewerId: viewer.id,
      videoId: idOf(videoId),
      tweetId: idOf(tweetId),
      limit: shownPeople,
    })
    return { people: people.map(toOwner) }
  })
}
