import type { Db } from '../../../db/sql.ts'
import { isChannelRecommended } from '../../publishing/videos/lists/recommended.access.ts'

interface FoundChannelRow {
  id: string
  username: string
  fullname: string
  avatar_folder: string | null
}

/** Up to this many matches are sorted. For more, and for short prefixes, the best known channels are searched. */
const maxSorted = 2000
const steps = 3000

/** The best known channels whose names match. */
export async function findChannels(
  db: Db,
  query: string,
  limit: number,
  { isRare = true, recommendedTo }: { isRare?: boolean; recommendedTo?: string | undefined } = {},
): Promise<FoundChannelRow[]> {
  const found = isRare
    ? await db<{ user_id: string }[]>`
        select user_id from search_channels where document @@ ${query}::tsquery limit ${maxSorted + 1}`
    : undefined
  if (found && found.length <= maxSorted)
    return db<FoundChannelRow[]>`
      select u.id, u.username, u.fullname, u.avatar_folder
      from (select * from users where id = any(${found.map((row) => row.user_id)}) and is_active offset 0) as u
      where ${isChannelRecommended(db, recommendedTo, 'u.id')}
      order by u.subscribers_count desc, u.id limit ${limit}`
  return db<FoundChannelRow[]>`
    select u.id, u.username, u.fullname, u.avatar_folder
    from (select * from users where is_active order by subscribers_count desc, id limit ${steps}) as u
    cross join lateral (select * from search_channels c where c.user_id = u.id offset 0) as c
    where c.document @@ ${query}::tsquery and ${isChannelRecommended(db, recommendedTo, 'u.id')}
    order by u.subscribers_count desc, u.id limit ${limit}`
}
