import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type QueryOf, type Tweet } from '@vireo/contract'
import { ApiError, call } from '../../lib/api-client.ts'
import { changeDocs, type DocPages, flattenPages, pagedQuery } from '../../lib/paged-docs.ts'
import { runMutation } from '../../lib/run-mutation.ts'

export type TweetListParams = Omit<QueryOf<typeof api.tweet.list>, 'cursor'>

/** Every list of tweets lives under `lists`, so that a change to a tweet reaches all of them. */
export const tweetKeys = {
  lists: ['tweets', 'list'] as const,
  list: (params: TweetListParams) => [...tweetKeys.lists, params] as const,
  detail: (id: string) => ['tweets', 'detail', id] as const,
}

/** Said of every list of tweets that cannot be loaded. */
export const tweetListFailure = 'Failed to fetch tweets. Please try again'

export function tweetListQuery(params: TweetListParams = {}) {
  return pagedQuery(tweetKeys.list(params), (cursor, signal) =>
    call(api.tweet.list, { query: { ...params, cursor }, signal }),
  )
}

export function tweetQuery(queryClient: QueryClient, id: string) {
  return queryOptions({
    queryKey: tweetKeys.detail(id),
    queryFn: async ({ signal }) => (await call(api.tweet.get, { params: { id }, signal })).tweet,
    // What a list knows of it shows at once, and is asked for again.
    initialData: () => findListed(queryClient, id),
    initialDataUpdatedAt: 0,
  })
}

function findListed(queryClient: QueryClient, id: string): Tweet | undefined {
  const lists = queryClient.getQueriesData<DocPages<Tweet>>({ queryKey: tweetKeys.lists })
  return lists.flatMap(([, data]) => (data ? flattenPages(data) : [])).find(({ _id }) => _id === id)
}

/** Changes a tweet wherever it is in the cache. */
export function patchTweet(queryClient: QueryClient, id: string, change: (tweet: Tweet) => Partial<Tweet>) {
  queryClient.setQueryData<Tweet>(tweetKeys.detail(id), (tweet) => tweet && { ...tweet, ...change(tweet) })
  changeDocs<Tweet>(queryClient, tweetKeys.lists, id, (docs) =>
    docs.map((tweet) => (tweet._id === id ? { ...tweet, ...change(tweet) } : tweet)),
  )
}

/** An answer on its way may be older than what we know of this tweet by now. */
export function dropPendingTweet(queryClient: QueryClient, id: string) {
  const queryKey = tweetKeys.detail(id)
  if (queryClient.getQueryData(queryKey)) void queryClient.cancelQueries({ queryKey })
}

/** A new tweet is on top of every list that begins with the newest. */
export function addTweet(queryClient: QueryClient, tweet: Tweet) {
  const begins = ({ userId, ...others }: TweetListParams) =>
    (userId === undefined || userId === tweet.owner._id) && Object.keys(others).length === 0
  queryClient.setQueriesData<DocPages<Tweet>>(
    { queryKey: tweetKeys.lists, predicate: ({ queryKey }) => begins(queryKey[2] as TweetListParams) },
    (data) => {
      const [first, ...rest] = data?.pages ?? []
      if (!data || !first) return data
      return { ...data, pages: [{ ...first, docs: [tweet, ...first.docs] }, ...rest] }
    },
  )
}

export async function updateTweet(queryClient: QueryClient, id: string, content: string) {
  const { tweet } = await runMutation(queryClient, () =>
    call(api.tweet.update, { params: { id }, body: { content } }),
  )
  dropPendingTweet(queryClient, id)
  patchTweet(queryClient, id, () => tweet)
}

/** Deletes one's own tweet. One that is already gone is as good as deleted. */
export async function deleteTweet(queryClient: QueryClient, id: string, beforeGone: () => void) {
  try {
    await runMutation(queryClient, () => call(api.tweet.remove, { params: { id } }))
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
  beforeGone()
  // A list on its way may still have it.
  void queryClient.cancelQueries({
    queryKey: tweetKeys.lists,
    predicate: ({ state }) => state.data !== undefined,
  })
  changeDocs<Tweet>(queryClient, tweetKeys.lists, id, (docs) => docs.filter(({ _id }) => _id !== id))
  // Its own page may still be showing: that is not asked to load what is gone.
  queryClient.removeQueries({ queryKey: tweetKeys.detail(id), type: 'inactive' })
}
