import {
  api,
  type Comment,
  type ContentKind,
  type ContentSubject,
  commentText,
  type QueryOf,
} from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { decodeCursor, limitOf } from '../../../db/paging.ts'
import { bind } from '../../../http/api/bind.ts'
import { mapForeignKeysToNotFound } from '../../../http/api/errors.ts'
import { getVisibleSubject, subjectOf } from './comment-subjects.service.ts'
import {
  countComments,
  findLikesIfSame,
  findPinned,
  getComment,
  listComments,
  listReplies,
} from './comments.queries.ts'
import { addComment, changeComment, getVisibleComment, removeComment } from './comments.service.ts'
import { toComment } from './comments.view.ts'
import { heartComment, pinComment } from './creator/comment-marks.service.ts'
import { creatorRoutes } from './creator/creator.routes.ts'

type ListQuery = QueryOf<typeof api.comments.listOfVideo>
type PageQuery = QueryOf<typeof api.comments.replies>
type CommentBody = Parameters<typeof commentText>[0] & { parentId?: string | undefined }

const pageOf = ({ limit, cursor }: PageQuery, viewerId: string | undefined) => ({
  limit: limitOf(limit),
  cursor: decodeCursor(cursor),
  viewerId,
})

export function commentRoutes(app: FastifyInstance, context: AppContext) {
  mapForeignKeysToNotFound(app, [
    'comments_video_id_fkey',
    'comments_tweet_id_fkey',
    'comments_parent_id_fkey',
  ])
  creatorRoutes(app, context)
  writingRoutes(app, context)
  readingRoutes(app, context)
}

function writingRoutes(app: FastifyInstance, context: AppContext) {
  async function add(on: ContentSubject, body: CommentBody, ownerId: string) {
    return { comment: toComment(await addComment(context, ownerId, on, commentText(body), body.parentId)) }
  }

  async function change(kind: ContentKind, id: string, body: CommentBody, ownerId: string) {
    return { updatedComment: toComment(await changeComment(context, kind, id, ownerId, commentText(body))) }
  }

  async function remove(kind: ContentKind, id: string, ownerId: string) {
    await removeComment(context, kind, id, ownerId)
    return null
  }

  bind(app, api.comments.addToVideo, ({ params, body, viewer }) =>
    add({ kind: 'video', id: params.videoId }, body, viewer.id),
  )
  bind(app, api.comments.addToTweet, ({ params, body, viewer }) =>
    add({ kind: 'tweet', id: params.tweetId }, body, viewer.id),
  )
  bind(app, api.comments.updateOnVideo, ({ params, body, viewer }) =>
    change('video', params.commentId, body, viewer.id),
  )
  bind(app, api.comments.updateOnTweet, ({ params, body, viewer }) =>
    change('tweet', params.commentId, body, viewer.id),
  )
  bind(app, api.comments.pin, async ({ params, body, viewer }) => ({
    comment: toComment(await pinComment(context, params.commentId, viewer.id, body.isPinned)),
  }))
  bind(app, api.comments.heart, async ({ params, body, viewer }) => ({
    comment: toComment(await heartComment(context, params.commentId, viewer.id, body.isHearted)),
  }))
  bind(app, api.comments.removeFromVideo, ({ params, viewer }) =>
    remove('video', params.commentId, viewer.id),
  )
  bind(app, api.comments.removeFromTweet, ({ params, viewer }) =>
    remove('tweet', params.commentId, viewer.id),
  )
}

function readingRoutes(app: FastifyInstance, context: AppContext) {
  const { sql } = context

  async function list(on: ContentSubject, query: ListQuery, viewerId: string | undefined) {
    const subject = await getVisibleSubject(context, on, viewerId)
    if (subject.commentsMode === 'off') return { comments: [], totalDocs: 0, nextCursor: null }
    const [pinned, { rows, nextCursor }, totalDocs] = await Promise.all([
      query.cursor ? undefined : findPinned(sql, subject, viewerId),
      listComments(sql, subject, query.sort ?? 'newest', pageOf(query, viewerId)),
      countComments(sql, subject, viewerId),
    ])
    return { comments: [...(pinned ? [pinned] : []), ...rows].map(toComment), totalDocs, nextCursor }
  }

  /** Adds the person's own likes and the current like counts, which their clicks change. */
  async function personalize<Page extends { comments: Comment[] }>(
    page: Page,
    on: ContentSubject,
    viewerId: string,
  ) {
    const ids = page.comments.map(({ _id }) => _id)
    const likes = await findLikesIfSame(sql, on, ids, viewerId)
    if (!likes) return undefined
    const isSame = page.comments.every(({ _id, isLiked, likes: count }) => {
      const own = likes.get(_id)
      return own?.isLiked === isLiked && own.likes === count
    })
    if (isSame) return page
    return { ...page, comments: page.comments.map((comment) => ({ ...comment, ...likes.get(comment._id) })) }
  }

  const ofVideo = (videoId: string): ContentSubject => ({ kind: 'video', id: videoId })
  const ofTweet = (tweetId: string): ContentSubject => ({ kind: 'tweet', id: tweetId })
  bind(
    app,
    api.comments.listOfVideo,
    ({ params, query, viewer }) => list(ofVideo(params.videoId), query, viewer?.id),
    {
      share: {
        changesWith: [],
        personalize: (page, { params }, { id }) => personalize(page, ofVideo(params.videoId), id),
      },
    },
  )
  bind(
    app,
    api.comments.listOfTweet,
    ({ params, query, viewer }) => list(ofTweet(params.tweetId), query, viewer?.id),
    {
      share: {
        changesWith: [],
        personalize: (page, { params }, { id }) => personalize(page, ofTweet(params.tweetId), id),
      },
    },
  )
  bind(
    app,
    api.comments.replies,
    async ({ params, query, viewer }) => {
      const comment = await getVisibleComment(context, params.commentId, viewer?.id)
      const { rows, nextCursor } = await listReplies(sql, comment.id, pageOf(query, viewer?.id))
      return { comments: rows.map(toComment), totalDocs: comment.replies_count, nextCursor }
    },
    // The video or tweet is not named in the response, but decides who may see it.
    { share: { changesWith: ['video', 'tweet'] } },
  )
  bind(app, api.comments.thread, async ({ params, viewer }) => {
    const comment = await getVisibleComment(context, params.commentId, viewer?.id)
    const parent = comment.parent_id ? [await getComment(sql, comment.parent_id, viewer?.id)] : []
    return { comments: [...parent, comment].map(toComment), subjectId: subjectOf(comment).id }
  })
}
