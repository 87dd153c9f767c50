import type { PageRoute } from '@vireo/contract'
import { deleteBatch } from '../../../db/delete-batch.ts'
import type { Db } from '../../../db/sql.ts'
import { isPlaylistPublic } from '../../library/playlists/playlists.access.ts'
import { isTweetShown } from '../../publishing/tweets/tweets.access.ts'
import { isVideoListed } from '../../publishing/videos/videos.access.ts'

/** Stands for all paths of a route that are not counted one by one. No real path looks like it. */
export const otherPaths = '(other)'

const uuid = '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'

/**
 * The condition that everyone can open `page.path` now: it is a fixed page, or it refers to something public. Costs at
 * most one lookup by key. Never true for pages that are not found, tabs of moderation and other spellings of a path.
 */
function isPublicPath(db: Db) {
  const name = db`split_part(page.path, '/', 3)`
  const id = db`case when ${name} ~ ${uuid} then ${name}::uuid end`
  // An active account is never deleted; `deleted_at` is there because the index of usernames has that condition.
  const hasProfile = db`exists (
    select from users u where u.username_key = ${name} and u.deleted_at is null and u.is_active)`
  return db`case page.route
    when '/watch/{videoId}' then exists (
      select from videos v join users u on u.id = v.owner_id where v.id = ${id} and ${isVideoListed(db)})
    when '/tweet/{tweetId}' then exists (
      select from tweets t join users u on u.id = t.owner_id where t.id = ${id} and ${isTweetShown(db, undefined)})
    when '/playlist/{playlistId}' then exists (
      select from playlists p join users u on u.id = p.owner_id where p.id = ${id} and ${isPlaylistPublic(db)})
    when '/profile/{username}' then ${hasProfile}
    when '/profile/{username}/tweets' then ${hasProfile}
    when '/profile/{username}/playlists' then ${hasProfile}
    else page.path = page.route
  end`
}

interface PageView {
  /** As `2026-01-31`. */
  day: string
  route: PageRoute
  /** In lower case. */
  path: string
}

/**
 * Adds one to the count of a page, in one statement. A path that not everyone can open is counted under `otherPaths`,
 * and so is a path that is new to the day unless `canAddPath`. Returns whether a row was added.
 */
export async function countView(
  db: Db,
  { day, route, path }: PageView,
  canAddPath: boolean,
): Promise<boolean> {
  const [row] = await db<{ is_new: boolean }[]>`
    insert into page_views as v (day, route, path, count)
    select page.day, page.route, case
        when ${isPublicPath(db)} and (${canAddPath} or page.path = page.route or exists (
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

interface RouteCount {
  day: string
  route: PageRoute
  views: number
}

export const listRouteCounts = (db: Db, since: string): Promise<RouteCount[]> => db<RouteCount[]>`
  select day::text, route, sum(count)::float8 as views from page_views where day >= ${since} group by day, route`

/** The title of what `page.path` refers to. */
function titleOfPath(db: Db) {
  const name = db`split_part(page.path, '/', 3)`
  const id = db`case when ${name} ~ ${uuid} then ${name}::uuid end`
  return db`case
    when page.route = '/watch/{videoId}' then (select title from videos where id = ${id})
    when page.route = '/tweet/{tweetId}' then (select left(content, 100) from tweets where id = ${id})
    when page.route = '/playlist/{playlistId}' then (select p.name from playlists p where p.id = ${id})
    when page.route like '/profile/%' then (
      select fullname from users where username_key = ${name} and deleted_at is null)
  end`
}

interface PathCount {
  route: PageRoute
  path: string
  title: string | null
  views: number
}

/**
 * The most viewed paths that are still public. offset 0 keeps the lookups out of the sum, so that they are only made
 * for the paths up to the last one that is listed.
 */
export const listTopPaths = (db: Db, since: string, limit: number): Promise<PathCount[]> => db<PathCount[]>`
  select route, path, ${titleOfPath(db)} as title, views from (
    select route, path, sum(count)::float8 as views from page_views where day >= ${since}
    group by route, path order by views desc, path, route offset 0) page
  where path = ${otherPaths} or ${isPublicPath(db)}
  order by views desc, path, route limit ${limit}`

const sweepBatchSize = 10_000

export async function deleteViewsBefore(db: Db, day: string): Promise<void> {
  const deleteSome = () => deleteBatch(db, 'page_views', db`day < ${day}`, sweepBatchSize)
  while ((await deleteSome()) === sweepBatchSize);
}
