import { type Notification, plainLine } from '@vireo/contract'
import { avatarUrl } from '../../people/accounts/accounts.view.ts'
import { countedActors, type NotificationRow } from './notification-row.ts'

const excerptLength = 140

export function toNotification(row: NotificationRow): Notification {
  const { name, action, excerpt } = wordsOf(row)
  return {
    id: row.id,
    name,
    avatarUrl: avatarUrl(row.avatar_folder),
    message: `${name} ${action}`,
    action,
    kind: row.kind,
    excerpt: excerpt ? shorten(excerpt, excerptLength) : null,
    link: linkOf(row),
    time: row.time.toISOString(),
    read: row.is_read,
  }
}

interface Words {
  name: string
  action: string
  excerpt?: string | null
}

/** The sentence, with the current names and titles. */
function wordsOf(row: NotificationRow): Words {
  const name = row.fullname ?? ''
  const excerpt = row.comment_content ?? row.tweet_content
  switch (row.kind) {
    case 'new-video':
      return { name, action: `uploaded a video: ${row.video_title}` }
    case 'new-tweet':
      return { name, action: 'posted a new tweet', excerpt }
    case 'processing':
      return {
        name: 'Your video',
        action: `“${row.video_title}” ${row.video_status === 'ready' ? 'is ready to watch' : 'could not be processed'}`,
        excerpt: row.video_status === 'ready' ? null : row.video_failure,
      }
    case 'moderation':
      return { name: 'The moderators', action: row.text ?? '' }
    case 'comments-waiting':
      return waitingWords(row.waiting ?? 0)
    case 'comment-removed':
      return {
        name,
        action: row.video_id
          ? `removed your comment on “${row.video_title}”`
          : 'removed your reply to a tweet',
        excerpt: row.text,
      }
    case 'subscriber':
      return { name, action: `${others(row)}subscribed to your channel` }
    case 'like':
      return { name, action: `${others(row)}liked your ${thing(row)}`, excerpt: excerpt ?? row.video_title }
    case 'heart':
      return { name, action: `loved your ${thing(row)}`, excerpt }
    case 'mention':
      return { name, action: `mentioned you in a ${thing(row)}`, excerpt }
    case 'reply':
      return { name, action: row.tweet_id ? 'answered your reply' : 'replied to your comment', excerpt }
    case 'comment':
      return { name, action: row.tweet_id ? 'replied to your tweet' : 'commented on your video', excerpt }
  }
}

function waitingWords(count: number): Words {
  if (count === 1) return { name: '1 comment', action: 'waits for your approval' }
  const shown = count >= countedActors ? `${countedActors - 1}+` : count
  return { name: `${shown} comments`, action: 'wait for your approval' }
}

function thing({ comment_id, tweet_id }: NotificationRow): string {
  if (comment_id) return tweet_id ? 'reply' : 'comment'
  return tweet_id ? 'tweet' : 'video'
}

function others({ actors }: NotificationRow): string {
  if (actors <= 1) return ''
  if (actors >= countedActors) return `and ${countedActors - 1}+ others `
  return actors === 2 ? 'and 1 other ' : `and ${actors - 1} others `
}

function linkOf({ video_id, tweet_id, comment_id, kind, username }: NotificationRow): string | null {
  const comment = comment_id ? `?comment=${comment_id}` : ''
  if (video_id) return `/watch/${video_id}${comment}`
  if (tweet_id) return `/tweet/${tweet_id}${comment}`
  if (kind === 'comments-waiting') return '/channel-comments'
  return kind === 'subscriber' && username ? `/profile/${encodeURIComponent(username)}` : null
}

export function shorten(text: string, length: number): string {
  const letters = Array.from(plainLine(text).replace(/\s+/g, ' ').trim())
  return letters.length > length ? `${letters.slice(0, length - 1).join('')}…` : letters.join('')
}
