import { endpoint, perMinute } from '../../endpoint.ts'
import { limits } from '../../limits.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { commentsModes } from '../../rules/community/comments.ts'
import { type Static, t } from '../../schema.ts'
import { ownerView } from './accounts.ts'

const wordList = t.array(t.string({ maxLength: limits.blockedWordLength }), { maxItems: limits.blockedWords })
const rulesView = t.object({
  /** The mode of new videos and tweets. */
  commentsMode: t.oneOf(commentsModes),
  /** Comments with one of these words wait for approval. */
  blockedWords: t.array(t.string()),
})
export type CommentRules = Static<typeof rulesView>

const userParams = t.object({ userId: t.string() })

export const commentRules = {
  get: endpoint({
    method: 'GET',
    path: '/comment-rules',
    auth: 'session',
    summary: 'What the signed-in person has set for the comments on their videos and tweets',
    message: 'Comment rules',
    data: rulesView,
  }),
  setMode: endpoint({
    method: 'PUT',
    path: '/comment-rules/mode',
    auth: 'session',
    limit: perMinute('comment-rules', 60),
    summary: 'Set who may comment on one’s new videos and tweets',
    message: 'Saved',
    body: t.object({ commentsMode: t.oneOf(commentsModes) }),
    data: t.null(),
  }),
  setWords: endpoint({
    method: 'PUT',
    path: '/comment-rules/words',
    auth: 'session',
    limit: perMinute('comment-rules', 60),
    summary:
      'Set the words that make comments on one’s videos and tweets wait for approval; refused if they are not the ones last seen any more',
    message: 'Words updated',
    body: t.object({ words: wordList, lastSeen: t.optional(wordList) }),
    data: t.null(),
  }),
  silenced: endpoint({
    method: 'GET',
    path: '/comment-rules/silenced',
    auth: 'session',
    summary: 'The people whose comments are hidden on one’s videos and tweets, latest first',
    message: 'Silenced people',
    query: t.object(pageQuery),
    data: pageOf(ownerView),
  }),
  silence: endpoint({
    method: 'PUT',
    path: '/comment-rules/silenced/:userId',
    auth: 'session',
    limit: perMinute('silence', 60),
    summary:
      'Hide a person’s comments, earlier ones too, on one’s videos and tweets from everybody but their author, who is not told',
    message: 'Comments hidden',
    params: userParams,
    data: t.null(),
  }),
  unsilence: endpoint({
    method: 'DELETE',
    path: '/comment-rules/silenced/:userId',
    auth: 'session',
    limit: perMinute('silence', 60),
    summary: 'Show a person’s comments on one’s videos and tweets again',
    message: 'Comments shown',
    params: userParams,
    data: t.null(),
  }),
}
