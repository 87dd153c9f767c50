import type { ContentSubject } from '@vireo/contract'
import type { Db } from '../../../db/sql.ts'
import { notBlocked } from '../../people/blocks/blocks.access.ts'

interface PersonRow {
  id: string
  username: string
  fullname: string
  avatar_folder: string | null
}

interface Search {
  /** Folded like `username_key`. */
  prefix: string
  viewerId: string
  /** The video or tweet that the viewer is commenting on. They must be allowed to see it. */
  subject: ContentSubject | undefined
  limit: number
}

/** At most this many people of the conversation, and of the viewer's subscriptions, are considered. */
const maxKnownPeople = 500
/** More than are shown, because some may be blocked or among the known people. */
const maxOtherPeople = 30

/** People who comment on the video or tweet come first, then subscribed channels, then others, each sorted by name. */
export async function findPeople(db: Db, search: Search): Promise<PersonRow[]> {
  const { prefix, viewerId, subject, limit } = search
  // A range and not LIKE, which would need a plan of its own for every prefix. Usernames end before '~'.
  const isMatch = db`username_key ~>=~ ${prefix} and username_key ~<~ ${`${prefix}~`} and is_active`
  const commenters = ({ kind, id }: ContentSubject) => db`
    (select owner_id as id, 0 as rank from comments
    where ${db(kind === 'video' ? 'video_id' : 'tweet_id')} = ${id} and parent_id is null and not is_held
    order by created_at desc, id desc limit ${maxKnownPeople})
    union all`
  return db<PersonRow[]>`
    select u.id, u.username, u.fullname, u.avatar_folder
    from (
      select id, min(rank) as rank from (
        ${subject ? commenters(subject) : db``}
        (select channel_id, 1 from subscriptions where subscriber_id = ${viewerId} limit ${maxKnownPeople})
        union all
        (select id, 2 from users where ${isMatch} order by username_key using ~<~ limit ${maxOtherPeople})
      ) as found (id, rank) group by id
    ) as k cross join lateral (select * from users where id = k.id and ${isMatch} offset 0) as u
    where u.id <> ${viewerId} and ${notBlocked(db, viewerId, 'u.id')}
    order by k.rank, u.username_key limit ${limit}`
}
