import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { bind } from '../../../http/api/bind.ts'
import { limitSuggestions } from './search-limits.ts'
import { suggest } from './suggestions.service.ts'

/** Results of a search are pages of `api.videos.list` and `api.tweets.list` (`createSearch`). */
export function searchRoutes(app: FastifyInstance, context: AppContext) {
  bind(
    app,
    api.search.suggest,
    async ({ query, request, viewer }) => {
      await limitSuggestions(context, request.ip)
      return suggest(context.sql, query.q ?? '', viewer?.id)
    },
    { share: { changesWith: ['video', 'person'] } },
  )
}
