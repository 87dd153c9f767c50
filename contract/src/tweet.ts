import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { pageOf, pageQuery } from './paging.ts'
import { collect } from './rules/accounts.ts'
import { altTextRule, messages, tweetRule } from './rules/tweets.ts'
import { id, type Static, t, timestamp } from './schema.ts'
import { ownerView } from './user.ts'

const tweetPictureView = t.object({
  /** The middle size; `tweetImageAt` names the others. */
  url: t.string(),
  /** Of the largest size. */
  width: t.integer(),
  height: t.integer(),
  alt: t.string(),
  /** A tiny picture as a data URI, to be shown blurred until the image is there. */
  placeholder: t.string(),
})
export type TweetPicture = Static<typeof tweetPictureView>

export const tweetView = t.object({
  _id: id(),
  content: t.string(),
  /** The address of the only picture, or the list of them when there are several. */
  image: t.union([t.string(), t.array(t.string())]),
  pictures: t.array(tweetPictureView),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  isEdited: t.boolean(),
  owner: ownerView,
  likes: t.integer(),
  isLiked: t.boolean(),
  repliesCount: t.integer(),
})
export type Tweet = Static<typeof tweetView>

const content = t.string({ maxLength: 20_000 })
const alt = t.optional(t.string({ maxLength: 20_000 }))
const idParams = t.object({ id: t.string() })
const oneTweet = t.object({ tweet: tweetView })

/** The fields that describe the images in words, in the order of the images. */
export const altFields = ['alt1', 'alt2', 'alt3', 'alt4'] as const

export const tweet = {
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
        tooMany: messages.tooManyImages,
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
    summary: 'Change the text of one’s own tweet',
    message: 'Tweet updated successfully',
    params: idParams,
    body: t.object({ content }),
    check: (body) => collect([['content', tweetRule(body.content ?? '')]]),
    data: oneTweet,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/tweet/delete/:id',
    auth: 'session',
    summary: 'Delete one’s own tweet',
    message: 'Tweet deleted successfully',
    params: idParams,
    data: t.null(),
  }),
}

export const tweetMessages = messages

/** How wide the files of an image are at most; a smaller image is not enlarged. */
export const tweetImageWidths = [480, 960, 1920] as const
export type TweetImageWidth = (typeof tweetImageWidths)[number]
/** The one that an address names. */
export const tweetImageWidth: TweetImageWidth = 960
/** Another size of a tweet image's address. */
export const tweetImageAt = (url: string, width: TweetImageWidth) =>
  url.replace(/\/\d+\.webp$/, `/${width}.webp`)
