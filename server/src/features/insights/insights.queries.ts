import type { PageRoute } from '@vireo/contract'
import type { Db } from '../../db/sql.ts'
import { isPublic as isPublicPlaylist } from '../playlists/playlists.access.ts'
import { isShown } from '../tweets/tweets.access.ts'
import { isPublic as isPublicVideo } from '../videos/videos.access.ts'

/** Stands for all paths of a route that are not kept one by one. No path of a page looks like it. */
export const otherPaths = '(other)'

const uuid = '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'

/**
 * That everyone can open `page.path` now: it is a page of the site, or what it names is public. At most one lookup by
 * key. Pages that are not found, tabs of moderation and paths in another spelling never are.
 */
function isPublicPath(db: Db) {
  const name = db`split_part(page.path, '/', 3)`
  const id = db`case when ${name} ~ ${uuid} then ${name}::uuid end`
  // An active account is not deleted, but the index of names does not know that.
  const hasProfile = db`exists (
    select from users u where u.username_key = ${name} and u.deleted_at is null and u.is_active)`
  return db`case page.route
    when '/watch/{videoId}' then exists (
      select from videos v join users u on u.id = v.owner_id where v.id = ${id} and ${isPublicVideo(db)})
    when '/tweet/{tweetId}' then exists (
      select from tweets t join users u on u.id = t.owner_id where t.id = ${id} and ${isShown(db, undefined)})
    when '/playlist/{playlistId}' then exists (
      select from playlists p join users u on u.id = p.owner_id where p.id = ${id} and ${isPublicPlaylist(db)})
    when '/profile/{username}' then ${hasProfile}
    when '/profile/{username}/tweets' then ${hasProfile}
    when '/profile/{username}/playlists' then ${hasProfile}
    else page.path = page.route
  end`
}

export interface PageView {
  /** As `2026-01-31`. */
  day: string
  route: PageRoute
  /** In lower case. */
  path: string
}

/**
 * Adds one to the count of a page, in one statement. A path that not everyone can open is not kept, nor is that of a
 * thing which the day does not have yet if it has no room for more. Answers whether the day has a row more.
 */
export async function countView(
  db: Db,
  { day, route, path }: PageView,
  hasRoomForMore: boolean,
): Promise<boolean> {
  const [row] = await db<{ is_new: boolean }[]>`
    insert into page_views as v (day, route, path, count)
    select page.day, page.route, case
        when ${isPublicPath(db)} and (${hasRoomForMore} or page.path = page.route or exists (
          select from page_views where (day, route, path) = (page.day, page.route, page.path))) then page.path
        else ${otherPaths}
      end, 1
    from (select ${day}::date as day, ${route}::text as route, ${path}::text as path) page
    on conflict (day, route, path) do update set count = v.count + 1
    returning v.count = 1 as is_new`
  return row?.is_new ?? false
}

export async function countPaths(db: Db, day: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from page_views where day = ${day}`
  return row?.count ?? 0
}

export interface RouteCount {
  day: string
  route: PageRoute
  views: number
}

export const listRouteCounts = (db: Db, since: string): Promise<RouteCount[]> => db<RouteCount[]>`
  select day::text, route, sum(count)::float8 as views from page_views where day >= ${since} group by day, route`

export interface PathCount {
  route: PageRoute
  path: string
  views: number
}

/**
 * The most viewed paths. What is not public any more is left out: the walk along them ends with the last one that is
 * listed (offset 0 keeps the lookups out of the sum).
 */
export const listTopPaths = (db: Db, since: string, limit: number): Promise<PathCount[]> => db<PathCount[]>`
  select route, path, views from (
    select route, path, sum(count)::float8 as views from page_views where day >= ${since}
    group by route, path order by views desc, path, route offset 0) page
  where path = ${otherPaths} or ${isPublicPath(db)}
  order by views desc, path, route limit ${limit}`

const sweptAtOnce = 10_000

export async function deleteViewsBefore(db: Db, day: string): Promise<void> {
  let deleted: number
  do {
    const { count } = await db`
      delete from page_views where ctid = any(array(
        select ctid from page_views where day < ${day} limit ${sweptAtOnce}))`
    deleted = count
  } while (deleted === sweptAtOnce)
}
