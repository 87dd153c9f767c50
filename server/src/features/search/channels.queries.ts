import type { Db } from '../../db/sql.ts'

export interface ChannelRow {
  id: string
  username: string
  fullname: string
  avatar_folder: string | null
}

export async function findChannels(db: Db, text: string, limit: number) {
  const start = `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return db<ChannelRow[]>`
    select id, username, fullname, avatar_folder from users
    where username_key like ${start} or lower(fullname) like ${start}
    order by subscribers_count desc, id limit ${limit}`
}

export async function findTitles(db: Db, text: string, limit: number): Promise<string[]> {
  const start = `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const rows = await db<{ title: string }[]>`
    select title from videos where is_listed and lower(title) like ${start}
    group by title order by max(views) desc, title limit ${limit}`
  return rows.map((row) => row.title)
}
