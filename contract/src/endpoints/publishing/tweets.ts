import { endpoint, perMinute } from '../../endpoint.ts'
import { limits } from '../../limits.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { commentsModes } from '../../rules/community/comments.ts'
import { collect } from '../../rules/people/accounts.ts'
import { altFields, altTextRule, tweetMessages, tweetRule } from '../../rules/publishing/tweets.ts'
import { fileAddress, id, type Static, t, timestamp } from '../../schema.ts'
import { ownerView } from '../people/accounts.ts'

const tweetPictureView = t.object({
  /** The middle size; see `tweetImageAt` for the others. */
  url: fileAddress(),
  /** The dimensions of the largest size. */
  width: t.integer(),
  height: t.integer(),
  alt: t.string(),
  /** A tiny picture as a data URI, shown blurred until the image has loaded. */
  placeholder: t.string(),
})
export type TweetPicture = Static<typeof tweetPictureView>

export const tweetView = t.object({
  _id: id(),
  content: t.string(),
  /** The address of the first picture; `pictures` has all of them. */
  image: fileAddress(),
  pictures: t.array(tweetPictureView),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  isEdited: t.boolean(),
  owner: ownerView,
  likes: t.integer(),
  isLiked: t.boolean(),
  repliesCount: t.integer(),
  commentsMode: t.oneOf(commentsModes),
})
export type Tweet = Static<typeof tweetView>

const content = t.string({ maxLength: 20_000 })
const alt = t.optional(t.string({ maxLength: 20_000 }))
const idParams = t.object({ id: t.string() })
const oneTweet = t.object({ tweet: tweetView })

export const tweets = {
  create: endpoint({
    method: 'POST',
    path: '/tweet/create',
    auth: 'session',
    summary: 'Post a text with one to four images; alt1 describes the first image, alt2 the second',
    message: 'Tweet uploaded Successfully',
    body: t.object({ content, alt1: alt, alt2: alt, alt3: alt, alt4: alt }),
    files: {
      image: {
        maxBytes: limits.tweetImageBytes,
        maxCount: limits.tweetImages,
        tooMany: tweetMessages.tooManyImages,
      },
    },
    check: (body) =>
      collect([
        ['content', tweetRule(body.content ?? '')],
        ...altFields.map((field): [string, string | undefined] => [field, altTextRule(body[field] ?? '')]),
      ]),
    data: oneTweet,
  }),
  list: endpoint({
    method: 'GET',
    path: '/tweet',
    auth: 'public',
    summary:
      'Tweets, newest first unless asked otherwise. Takes the orders of videos too: `views` counts likes; a tweet has neither duration nor title, so these two order by createdAt',
    message: 'Tweets',
    query: t.object({
      query: t.optional(t.string({ maxLength: 20_000 })),
      sortBy: t.optional(
        t.union([
          t.literal('createdAt'),
          t.literal('likes'),
          t.literal('views'),
          t.literal('duration'),
          t.literal('title'),
        ]),
      ),
      sortType: t.optional(t.union([t.literal('asc'), t.literal('desc')])),
      userId: t.optional(t.string({ maxLength: 100 })),
      ...pageQuery,
    }),
    data: pageOf(tweetView),
  }),
  get: endpoint({
    method: 'GET',
    path: '/tweet/id/:id',
    auth: 'public',
    summary: 'One tweet',
    message: 'Tweet',
    params: idParams,
    data: oneTweet,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/tweet/update/:id',
    auth: 'session',
    limit: perMinute('edit-tweet', 20),
    summary: 'Change the text of one’s own tweet',
    message: 'Tweet updated successfully',
    params: idParams,
    body: t.object({ content }),
    check: (body) => collect([['content', tweetRule(body.content ?? '')]]),
    data: oneTweet,
  }),
  setCommentsMode: endpoint({
    method: 'PUT',
    path: '/tweet/comments-mode/:id',
    auth: 'session',
    limit: perMinute('edit-tweet', 20),
    summary: 'Set who may reply to one’s own tweet',
    message: 'Tweet updated successfully',
    params: idParams,
    body: t.object({ commentsMode: t.oneOf(commentsModes) }),
    data: oneTweet,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/tweet/delete/:id',
    auth: 'session',
    limit: perMinute('delete-tweet', 60),
    summary: 'Delete one’s own tweet',
    message: 'Tweet deleted successfully',
    params: idParams,
    data: t.null(),
  }),
}
