import type { Db } from '../../db/sql.ts'

export interface ChannelRow {
  id: string
  username: string
  fullname: string
  avatar_folder: string | null
}

/** Of so many channels at most the best known are chosen. */
const considered = 2000

export async function findChannels(db: Db, query: string, limit: number): Promise<ChannelRow[]> {
  return db<ChannelRow[]>`
    with found as materialized (
      select user_id from search_channels where document @@ ${query}::tsquery limit ${considered}
    )
    select u.id, u.username, u.fullname, u.avatar_folder from found join users u on u.id = found.user_id
    order by u.subscribers_count desc, u.id limit ${limit}`
}
