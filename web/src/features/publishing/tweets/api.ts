import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type CommentsMode, type QueryOf, type Tweet } from '@vireo/contract'
import { call } from '../../../lib/api-client.ts'
import { deleteDoc, dropPendingDoc, dropPendingLists, patchDoc } from '../../../lib/query/cached-docs.ts'
import { type DocPages, flattenPages, pagedQuery } from '../../../lib/query/paged-docs.ts'
import { runMutation } from '../../../lib/query/query-client.ts'

type TweetListParams = Omit<QueryOf<typeof api.tweets.list>, 'cursor'>

const tweetKeys = {
  lists: ['tweets', 'list'] as const,
  list: (params: TweetListParams) => [...tweetKeys.lists, params] as const,
  detail: (id: string) => ['tweets', 'detail', id] as const,
}

/** For lists that contain tweets among other things. */
export const tweetListKeys = tweetKeys.lists

/** The message for any list of tweets that cannot be loaded. */
export const tweetListFailure = 'Failed to fetch tweets. Please try again'

export function tweetListQuery(params: TweetListParams = {}) {
  return pagedQuery(tweetKeys.list(params), (cursor, signal) =>
    call(api.tweets.list, { query: { ...params, cursor }, signal }),
  )
}

export function tweetQuery(queryClient: QueryClient, id: string) {
  return queryOptions({
    queryKey: tweetKeys.detail(id),
    queryFn: async ({ signal }) => (await call(api.tweets.get, { params: { id }, signal })).tweet,
    // A tweet from a cached list is shown at once and refetched.
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

/** Puts a new tweet at the top of every list sorted by newest first. */
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
    call(api.tweets.update, { params: { id }, body: { content } }),
  )
  dropPendingTweet(queryClient, id)
  dropPendingLists(queryClient, tweetKeys)
  patchTweet(queryClient, id, () => tweet)
}

/** Returns the message of success. */
export async function setCommentsMode(queryClient: QueryClient, id: string, commentsMode: CommentsMode) {
  const { tweet } = await runMutation(queryClient, () =>
    call(api.tweets.setCommentsMode, { params: { id }, body: { commentsMode } }),
  )
  dropPendingTweet(queryClient, id)
  dropPendingLists(queryClient, tweetKeys)
  patchTweet(queryClient, id, () => tweet)
  void queryClient.invalidateQueries({ queryKey: ['comments', 'tweet', id] })
  return api.tweets.setCommentsMode.message
}

export function deleteTweet(queryClient: QueryClient, id: string, beforeRemoval: () => void) {
  const remove = () => call(api.tweets.remove, { params: { id } })
  return deleteDoc(queryClient, tweetKeys, id, { remove, beforeRemoval })
}
