import type { PageRoute } from '@vireo/contract'
import type { Db } from '../../db/sql.ts'

export interface PageView {
  /** As `2026-01-31`. */
  day: string
  route: PageRoute
  path: string
  /** The id in the path, if it can be that of a video or a playlist. */
  id: string | undefined
}

/** Stands for all paths of a route that are not kept one by one. No path of a page looks like it. */
export const otherPaths = '(other)'

/**
 * Adds one to the count of a page. Who knows the address of an unlisted or private thing can see it, so it is not kept;
 * nor is a new path of a day that has so many already. Answers the path that it was counted under.
 */
export async function countView(db: Db, view: PageView, pathsPerDay: number): Promise<string | undefined> {
  const { day, route, path, id = null } = view
  const [row] = await db<{ path: string }[]>`
    insert into page_views as v (day, route, path, count)
    select ${day}, ${route}, case
        when exists (select from videos where id = ${id} and visibility <> 'public')
          or exists (select from playlists where id = ${id} and visibility <> 'public') then ${otherPaths}
        when exists (select from page_views where day = ${day} and route = ${route} and path = ${path}) then ${path}
        when (select count(*) from (
          select from page_views where day = ${day} limit ${pathsPerDay}) kept) < ${pathsPerDay} then ${path}
        else ${otherPaths}
      end, 1
    on conflict (day, route, path) do update set count = v.count + 1
    returning v.path`
  return row?.path
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

export const listTopPaths = (db: Db, since: string, limit: number): Promise<PathCount[]> => db<PathCount[]>`
  select route, path, sum(count)::float8 as views from page_views where day >= ${since}
  group by route, path order by views desc, path limit ${limit}`

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
