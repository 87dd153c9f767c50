import { type AnyEndpoint, api, limits, publicPaths } from '@vireo/contract'
import type { TestClient } from '../../app/client.ts'
import { type Row, rows } from '../rows.ts'
import { contentOf, pathOf } from '../send.ts'
import type { Actor } from '../site.ts'
import type { LargestSite } from './largest-site.ts'
import { texts } from './largest-texts.ts'

/** A request for the largest data. */
export interface WorstRequest {
  name: string
  /** Visitors where they may ask, or else the owner of the data, or an administrator. */
  actor: Actor
  /** It changes nothing, so it can be repeated. */
  isReading: boolean
  prepare: () => Promise<{ client: TestClient; path: string; init: RequestInit }>
}

type Query = Record<string, string>

const page = { limit: '100' }
const search = { ...page, query: 'kingfisher', sortBy: 'createdAt' }

/** The query with the largest response, where it is not the crawl's with a longer page. */
const largestQueries: Record<string, Query> = {
  'pageViews.report': { days: '90' },
  'mentions.suggest': { name: 'ki' },
  'playlists.get': { limit: '1000' },
  'search.suggest': { q: 'kin' },
  'statistics.ofVideo': { days: '90' },
  'subscriptionFeed.list': page,
  'subscriptions.list': { ...page, sort: 'activity' },
  'tweets.list': page,
  'videos.list': page,
}

/** More requests of the same calls. */
const variants: [name: string, call: string, query: Query][] = [
  ['comments.listOfVideo, top', 'comments.listOfVideo', { ...page, sort: 'top' }],
  ['tweets.list, search', 'tweets.list', search],
  ['videos.list, search', 'videos.list', search],
  ['videos.list, search for a long text', 'videos.list', { ...page, query: texts.description }],
]

/** One request for each call of the contract, except for event streams, which do not end. */
export function listCalls(site: LargestSite): WorstRequest[] {
  const calls = Object.entries(api).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([name, endpoint]): [string, AnyEndpoint] => [
      `${group}.${name}`,
      endpoint,
    ]),
  )
  const endpointOf = new Map(calls)
  return [
    ...calls
      .filter(([, { protocol }]) => protocol !== 'event-stream')
      .map(([name, endpoint]) =>
        toRequest(site, { name, call: name, endpoint, query: largestQueries[name] }),
      ),
    ...variants.map(([name, call, query]) =>
      toRequest(site, { name, call, endpoint: endpointOf.get(call) as AnyEndpoint, query }),
    ),
  ]
}

interface Call {
  name: string
  /** Its row in the crawl. */
  call: string
  endpoint: AnyEndpoint
  query: Query | undefined
}

function toRequest(site: LargestSite, { name, call, endpoint, query }: Call): WorstRequest {
  const row = rows[call]
  if (!row) throw new Error(`${call} has no row in crawl/rows.ts`)
  const actor = row.staff ? 'admin' : endpoint.auth === 'public' ? 'visitor' : 'owner'
  const prepare = async () => {
    const input = await inputOf(site, row, call, actor)
    const asked = {
      ...input,
      query: query ?? (input.query?.limit ? { ...input.query, ...page } : (input.query ?? {})),
    }
    const client = input.as ?? site.clients[actor]
    await row.prepare?.(site.app, client, asked)
    return { client, path: pathOf(endpoint, asked), init: { method: endpoint.method, ...contentOf(asked) } }
  }
  return { name, actor, isReading: endpoint.method === 'GET', prepare }
}

const inputOf = async (site: LargestSite, row: Row, call: string, actor: Actor) => ({
  ...(await row.input(site, actor, true)),
  // The largest video has no files, so its download would be waited for.
  ...(call === 'videos.download' && { params: { id: await site.newVideo() } }),
  ...(call === 'videos.listByIds' && { query: { ids: await queuedIds(site) } }),
})

async function queuedIds({ app, ownerId }: LargestSite) {
  const rows = await app.context.sql<{ id: string }[]>`
    select id from videos where owner_id = ${ownerId} limit ${limits.queuedVideos}`
  return rows.map(({ id }) => id).join(',')
}

/** Pages for visitors and for a signed-in person, feeds, and everything else that is not in the contract. */
export function listOtherRequests(site: LargestSite): WorstRequest[] {
  const { videoId, tweetId, playlistId, ownerName, chaptersVideoId } = site
  const channel = publicPaths.channel(ownerName)
  const year = new Date().getUTCFullYear()
  const pages = {
    home: '/',
    watch: publicPaths.video(videoId),
    tweets: '/tweets',
    tweet: publicPaths.tweet(tweetId),
    profile: channel,
    'tweets of a profile': `${channel}/tweets`,
    'playlists of a profile': `${channel}/playlists`,
    playlist: publicPaths.playlist(playlistId),
    search: '/search?q=kingfisher',
    'search for a long text': `/search?${new URLSearchParams({ q: texts.description.slice(0, 2000) })}`,
    settings: '/settings',
    'not found': '/nothing/here',
  }
  const others = {
    'feed of a channel': publicPaths.channelFeed(ownerName),
    'feed of the tweets of a channel': publicPaths.channelTweetsFeed(ownerName),
    'feed of all tweets': publicPaths.tweetsFeed(),
    'file of a video in a feed': publicPaths.videoFile(videoId),
    'chapters of a video': publicPaths.videoChapters(chaptersVideoId),
    'index of the sitemap': '/sitemap.xml',
    'videos in the sitemap': `/sitemaps/videos-${year}.xml`,
    'channels in the sitemap': `/sitemaps/channels-${year}.xml`,
    'robots.txt': '/robots.txt',
    'embedded player': publicPaths.embed(videoId),
    'documentation of the API': '/api/docs/json',
    healthz: '/healthz',
    readyz: '/readyz',
  }
  const toRead = (name: string, actor: Actor, path: string): WorstRequest => ({
    name,
    actor,
    isReading: true,
    prepare: async () => ({ client: site.clients[actor], path, init: {} }),
  })
  return [
    ...Object.entries(pages).flatMap(([name, path]) => [
      toRead(`page: ${name}`, 'visitor', path),
      toRead(`page: ${name}, signed in`, 'owner', path),
    ]),
    ...Object.entries(others).map(([name, path]) => toRead(name, 'visitor', path)),
    // Not for visitors of a published site.
    toRead('metrics', 'admin', '/metrics'),
  ]
}
