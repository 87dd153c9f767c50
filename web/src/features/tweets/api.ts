import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type QueryOf, type Tweet } from '@vireo/contract'
import { call } from '../../lib/api-client.ts'
import { deleteDoc, dropPendingDoc, dropPendingLists, patchDoc } from '../../lib/cached-docs.ts'
import { type DocPages, flattenPages, pagedQuery } from '../../lib/paged-docs.ts'
import { runMutation } from '../../lib/run-mutation.ts'

export type TweetListParams = Omit<QueryOf<typeof api.tweet.list>, 'cursor'>

const tweetKeys = {
  lists: ['tweets', 'list'] as const,
  list: (params: TweetListParams) => [...tweetKeys.lists, params] as const,
  detail: (id: string) => ['tweets', 'detail', id] as const,
}

/** For lists that have tweets among other things. */
export const tweetListKeys = tweetKeys.lists

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

export function patchTweet(queryClient: QueryClient, id: string, change: (tweet: Tweet) => Partial<Tweet>) {
  patchDoc<Tweet>(queryClient, tweetKeys, id, change)
}

export function dropPendingTweet(queryClient: QueryClient, id: string) {
  dropPendingDoc(queryClient, tweetKeys, id)
}

/** A new tweet is on top of every list that begins with the newest. */
export function addTweet(queryClient: QueryClient, tweet: Tweet) {
  const begins = ({ userId, ...others }: TweetListParams) =>
    (userId === undefined || userId === tweet.owner._id) && Object.keys(others).length === 0
  dropPendingLists(queryClient, tweetKeys)
  queryClient.setQueriesData<DocPages<Tweet>>(
    { queryKey: tweetKeys.lists, predicate: ({ queryKey }) => begins(queryKey[2] as TweetListParams) },
    (data) => {
      const [first, ...rest] = data?.pages ?? []
      if (!data || !first || flattenPages(data).some(({ _id }) => _id === tweet._id)) return data
      return { ...data, pages: [{ ...first, docs: [tweet, ...first.docs] }, ...rest] }
    },
  )
}

export async function updateTweet(queryClient: QueryClient, id: string, content: string) {
  const { tweet } = await runMutation(queryClient, () =>
    call(api.tweet.update, { params: { id }, body: { content } }),
  )
  dropPendingTweet(queryClient, id)
  dropPendingLists(queryClient, tweetKeys)
  patchTweet(queryClient, id, () => tweet)
}

export function deleteTweet(queryClient: QueryClient, id: string, beforeGone: () => void) {
  const remove = () => call(api.tweet.remove, { params: { id } })
  return deleteDoc(queryClient, tweetKeys, id, { remove, beforeGone })
}
