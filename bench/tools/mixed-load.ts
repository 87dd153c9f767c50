import { addressOf, api, urlOf } from '@vireo/contract'

interface LoadOptions {
  origin: string
  videoIds: string[]
  /** A word of the videos' titles. */
  word: string
  /** The address of a stored file of this many bytes. */
  file: { path: string; size: number }
  /** Session tokens of the people who like videos and read lists. */
  tokens: string[]
  connections: number
  seconds: number
}

const rangeBytes = 1024 * 1024

/**
 * What visitors and signed-in people request, in turn: lists, each video with its comments, searches, ranges of a file
 * and likes. Counts what was answered, and what a busy server refused with a 503. Fails if anything else is refused.
 */
export async function runMixedLoad({ connections, seconds, ...options }: LoadOptions) {
  const until = performance.now() + seconds * 1000
  let turn = 0
  let busy = 0
  const requestInTurn = async () => {
    while (performance.now() < until) {
      turn += 1
      const { path, ...init } = requestOf(turn, options)
      const answer = await fetch(options.origin + path, init)
      await answer.arrayBuffer()
      // A busy machine refuses searches after a while, which is no failure of the memory.
      if (answer.status === 503) busy += 1
      else if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${answer.status}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, requestInTurn))
  if (busy > turn / 2) throw new Error(`${busy} of ${turn} requests were refused with 503`)
  return { answered: turn - busy, busy }
}

type Sent = RequestInit & { path: string }

function requestOf(turn: number, options: Omit<LoadOptions, 'origin' | 'connections' | 'seconds'>): Sent {
  const { videoIds, tokens, word, file } = options
  const round = Math.floor(turn / kinds)
  const videoId = videoIds[round % videoIds.length] ?? ''
  const cookie = `vireo_session=${tokens[round % tokens.length]}`
  // Each from a network of its own, so that they do not share rate limits.
  const headers = {
    'accept-encoding': 'gzip, deflate, br, zstd',
    'x-forwarded-for': `2001:db8:${(turn % 65_536).toString(16)}::1`,
  }
  const signedIn = { ...headers, cookie }
  const comments = addressOf(api.comments.listOfVideo).replace(':videoId', videoId)
  const start = (round * 7919 * 4096) % (file.size - rangeBytes)
  const range = `bytes=${start}-${start + rangeBytes - 1}`
  const requests: Sent[] = [
    { path: addressOf(api.videos.list), headers },
    { path: urlOf(api.videos.get, { params: { id: videoId } }), headers },
    { path: urlOf(api.videos.get, { params: { id: videoId } }), headers: signedIn },
    { path: comments, headers },
    { path: urlOf(api.videos.list, { query: { query: `${word} ${round % 200}` } }), headers },
    { path: urlOf(api.videos.list, { query: { page: 1 + (round % 20) } }), headers: signedIn },
    { path: file.path, headers: { ...headers, range } },
    like(videoId, signedIn),
  ]
  return requests[turn % kinds] as Sent
}

/** The number of requests above. */
const kinds = 8

const like = (videoId: string, headers: Record<string, string>): Sent => ({
  path: addressOf(api.likes.toggleVideo).replace(':videoId', videoId),
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
  body: '{}',
})
