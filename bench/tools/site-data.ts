import type { Sql } from '../../server/src/db/sql.ts'
import { secondsAfter } from '../../server/src/lib/clock.ts'
import { newId } from '../../server/src/lib/ids.ts'
import { hashToken, newName, newToken } from '../../server/src/lib/security/tokens.ts'

const videos = 200
const comments = 100
const people = 50

/** A small site: 200 videos of 50 people, and a video with 100 comments. Written directly to the database. */
export async function fillSite(sql: Sql) {
  await sql`
    insert into users (id, username, username_key, fullname, email, email_key, avatar_folder, created_at, updated_at)
    select gen_random_uuid(), n, n, initcap(n) || ' Person', n, n, 'avatars/' || n || ${newToken()}::text, now(), now()
    from (select 'creator' || i as n from generate_series(1, ${people}::int) i) names`
  const renditions = [1080, 720, 480, 360, 240].map((height) => ({
    ...{ name: `${height}p`, file: `${height}p.mp4`, width: Math.round((height * 16) / 9), height },
    ...{ bandwidth: height * 5000, size: height * 50_000 },
  }))
  const streams = { dir: `ladder-${newName()}`, master: 'master.m3u8', renditions }
  await sql`
    insert into videos (id, owner_id, title, description, status, is_playable, folder, source_key, public_id, duration,
      width, height, views, streams, has_preview, has_storyboard, thumbnail_folder, placeholder, captions, created_at,
      updated_at)
    select gen_random_uuid(), u.id, 'Rope bridges of Peru, part ' || i, repeat('A walk over a bridge of ropes. ', 8),
      'ready', true, 'videos/' || ${newToken()}::text || i, i, i, 60 + i, 1920, 1080, i, ${sql.json(streams)}, true, true,
      ${`poster-${newName()}`}, ${`data:image/webp;base64,${'A'.repeat(110)}`}, '[]', now() - i * interval '1 hour', now()
    from generate_series(1, ${videos}::int) i
      join (select id, row_number() over () as n from users where username like 'creator%') u on u.n = 1 + i % ${people}::int`
  const [video] = await sql<{ id: string }[]>`select id from videos order by created_at desc limit 1`
  const videoId = video?.id ?? ''
  await sql`
    insert into comments (id, video_id, owner_id, content, created_at, updated_at)
    select gen_random_uuid(), ${videoId}, u.id, 'Comment ' || i || repeat(' with some words', i % 6),
      now() - i * interval '1 minute', now()
    from generate_series(1, ${comments}::int) i
      join (select id, row_number() over () as n from users where username like 'creator%') u on u.n = 1 + i % ${people}::int`
  await sql`analyze`
  return { videoId, word: 'bridges' }
}

/** Adds signed-in people. Returns the tokens of their sessions. */
export async function addPeople(sql: Sql, count: number): Promise<string[]> {
  const now = new Date()
  const added = Array.from({ length: count }, (_, i) => ({
    id: newId(),
    name: `fan${i}`,
    token: newToken(),
  }))
  await sql`
    insert into users ${sql(
      added.map(({ id, name }) => ({
        ...{ id, username: name, username_key: name, fullname: name, email: name, email_key: name },
        ...{ created_at: now, updated_at: now },
      })),
    )}`
  await sql`
    insert into sessions ${sql(
      added.map(({ id, token }) => ({
        ...{ token_hash: hashToken(token), id: newId(), user_id: id, user_agent: '', device_hash: '' },
        ...{ created_at: now, last_seen_at: now, confirmed_at: now, expires_at: secondsAfter(now, 3600) },
      })),
    )}`
  return added.map(({ token }) => token)
}
