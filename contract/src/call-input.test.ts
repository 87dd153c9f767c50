import { describe, expect, it } from 'vitest'
import * as api from './api.ts'
import { type CallArguments, urlOf } from './call-input.ts'
import type { AnyEndpoint } from './endpoint.ts'

/** Has the parameters of a client. The compiler checks the assertions of these tests. */
function accepts<E extends AnyEndpoint>(_endpoint: E, ..._input: CallArguments<E, { signal?: AbortSignal }>) {
  return true
}

describe('the type of a call’s input', () => {
  it('requires params, query or body when they have a required property', () => {
    accepts(api.videos.get, { params: { id: 'x' } })
    accepts(api.notifications.unsubscribe, { query: { user: 'x', token: 'y' } })
    accepts(api.twoStep.enable, { body: { code: '123456' } })
    // @ts-expect-error: no input
    accepts(api.videos.get)
    // @ts-expect-error: no params
    accepts(api.videos.get, {})
    // @ts-expect-error: another parameter
    accepts(api.videos.get, { params: { videoId: 'x' } })
    // @ts-expect-error: no query
    accepts(api.notifications.unsubscribe)
    // @ts-expect-error: an incomplete query
    accepts(api.notifications.unsubscribe, { query: { user: 'x' } })
    // @ts-expect-error: no body
    accepts(api.twoStep.enable)
    // @ts-expect-error: a body of another type
    accepts(api.twoStep.enable, { body: { code: 123456 } })
    // @ts-expect-error: a body, but no params
    accepts(api.tweets.update, { body: { content: 'Hello' } })
  })

  it('allows leaving out a part when all its properties are optional', () => {
    accepts(api.videos.list)
    accepts(api.videos.list, { query: { limit: 10 } })
    accepts(api.likes.toggleVideo, { params: { videoId: 'x' } })
    accepts(api.likes.toggleVideo, { params: { videoId: 'x' }, body: { isLiked: true } })
    accepts(api.providers.confirmLink)
    accepts(api.providers.confirmLink, { body: { otp: '123456' } })
    // @ts-expect-error: an unknown query parameter
    accepts(api.videos.list, { query: { page: 2 } })
    // @ts-expect-error: a body of another type
    accepts(api.likes.toggleVideo, { params: { videoId: 'x' }, body: { isLiked: 'yes' } })
  })

  it('refuses parts that the endpoint does not declare', () => {
    accepts(api.twoStep.status)
    accepts(api.twoStep.status, { signal: new AbortController().signal })
    // @ts-expect-error: the endpoint takes no params
    accepts(api.twoStep.status, { params: { id: 'x' } })
    // @ts-expect-error: the endpoint takes no query
    accepts(api.twoStep.status, { query: { limit: 10 } })
    // @ts-expect-error: the endpoint takes no body
    accepts(api.twoStep.setUp, { body: {} })
    // @ts-expect-error: the endpoint takes no form
    accepts(api.twoStep.setUp, { form: new FormData() })
    // @ts-expect-error: not an option of this client
    accepts(api.twoStep.status, { headers: {} })
  })

  it('is a form for endpoints that take files', () => {
    accepts(api.tweets.create, { form: new FormData() })
    accepts(api.videos.update, { params: { id: 'x' }, form: new FormData() })
    // @ts-expect-error: no form
    accepts(api.tweets.create)
    // @ts-expect-error: a body in place of the form
    accepts(api.tweets.create, { body: { content: 'Hello' } })
    // @ts-expect-error: no params
    accepts(api.videos.update, { form: new FormData() })
  })
})

describe('the address of a call', () => {
  it('contains its parameters and query, URL-encoded', () => {
    expect(urlOf(api.videos.get, { params: { id: 'a/b' } })).toBe('/api/v1/video/id/a%2Fb')
    expect(urlOf(api.videos.list, { query: { query: 'a & b', limit: 2, cursor: undefined } })).toBe(
      '/api/v1/video?query=a+%26+b&limit=2',
    )
  })

  it('is outside /api/v1 for an endpoint with an absolute path', () => {
    expect(urlOf(api.notifications.list, {})).toBe('/api/notifications')
  })
})
