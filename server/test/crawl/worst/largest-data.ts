import { limits, playlistLimits } from '@vireo/contract'
import type { Sql } from '../../../src/db/sql.ts'
import type { Site } from '../site.ts'
import { longest, longestName, texts } from './largest-texts.ts'

// The largest data that the rules accept, for every list of the site: written to the database at once, because creating
// it through the API would take minutes.

const others = 150
/** More than any list shows at once. */
const rows = 120
/** Without descriptions, for the largest page of a playlist. */
const shortVideos = 1050
const playlists = 150

const token = 'A'.repeat(43)
const renditions = [2160, 1440, 1080, 720, 480, 360, 240].map((height) => ({
  ...{ name: `${height}p`, file: `${height}p.mp4`, width: Math.round((height * 16) / 9), height },
  ...{ bandwidth: height * 5000, size: height * 50_000 },
}))
const streams = { dir: `ladder-${token}`, master: 'master.m3u8', renditions }
const captionFiles = Array.from({ length: limits.captionsPerVideo }, (_, i) => ({
  folder: `captions-${token}${i}`,
  language: 'zh-Hant-TW',
  name: `${i} ${texts.captionsName}`.slice(0, limits.captionsNameLength),
}))

/** Adds to a site of the crawl; the owner's video, tweet and playlist become the largest ones. */
export async function addLargestData({ app, ...site }: Site): Promise<void> {
  const { sql } = app.context
  await addPeople(sql)
  await addVideos(sql, site.ownerId)
  await enlargeVideo(sql, site.videoId)
  await findVideosLike(sql, site.videoId)
  await addTweets(sql, site.ownerId, site.tweetId)
  await addComments(sql, site)
  await addLibrary(sql, site)
  await addInbox(sql, site)
  await addReports(sql, site.ownerId)
  await addStaffLists(sql, site)
  await sql`analyze`
}

async function addPeople(sql: Sql) {
  await sql`
    insert into users (id, username, username_key, fullname, email, email_key, bio, location, avatar_folder,
      cover_folder, videos_count, created_at, updated_at)
    select gen_random_uuid(), name, name, ${longestName}, name, name, ${texts.bio}, ${texts.location},
      'avatars/' || ${token}::text || i, 'covers/' || ${token}::text || i, 1, now(), now()
    from (select i, 'kingfisher.of.the.river.' || i as name from generate_series(1, ${others}::int) i) names`
  await sql`
    update users set fullname = ${longestName}, bio = ${texts.bio}, location = ${texts.location},
      avatar_folder = 'avatars/' || id, cover_folder = 'covers/' || id
    where avatar_folder is null`
}

const videoColumns = (sql: Sql) => sql`
  insert into videos (id, owner_id, title, description, status, is_playable, folder, source_key, public_id, duration,
    width, height, views, streams, has_preview, has_storyboard, thumbnail_folder, placeholder, caption_files, captions,
    created_at, updated_at)`

const streamColumns = (sql: Sql, offset: number) => sql`
  'ready', true, 'videos/' || ${token}::text || (i + ${offset}::int), i + ${offset}::int, i + ${offset}::int, 43200 - i,
  3840, 2160, 1000000 + i, ${sql.json(streams)}, true, true, ${`poster-${token}`}, ${texts.placeholder}`

/** Most descriptions are chapters, which feeds and players read. Triggers would take seconds to index them. */
async function addVideos(sql: Sql, ownerId: string) {
  await sql`alter table videos disable trigger user`
  await sql`
    ${videoColumns(sql)}
    select gen_random_uuid(), ${ownerId}, ${texts.title}, ${texts.chapters}, ${streamColumns(sql, 0)},
      ${sql.json(captionFiles)}, '[]', now() - i * interval '1 hour', now()
    from generate_series(1, ${rows}::int) i`
  await sql`
    ${videoColumns(sql)}
    select gen_random_uuid(), u.id, ${texts.title}, '', ${streamColumns(sql, rows)}, '[]', '[]',
      now() - interval '1 year' - i * interval '1 hour', now()
    from generate_series(1, ${shortVideos}::int) i
      join (select id, row_number() over () as n from users where username like 'kingfisher%') u
        on u.n = 1 + i % ${others}::int`
  await sql`alter table videos enable trigger user`
}

/** Makes a search find all videos of the owner. */
async function findVideosLike(sql: Sql, videoId: string) {
  await sql`
    insert into search_documents (video_id, created_at, duration, document, stem_count)
    select v.id, v.created_at, v.duration, d.document, d.stem_count
    from videos v, search_documents d
    where d.video_id = ${videoId} and v.owner_id = (select owner_id from videos where id = ${videoId})
    on conflict do nothing`
}

async function enlargeVideo(sql: Sql, videoId: string) {
  await sql`
    update videos set title = ${texts.title}, description = ${texts.description}, streams = ${sql.json(streams)},
      caption_files = ${sql.json(captionFiles)}, thumbnail_folder = ${`poster-${token}`}, duration = 43200,
      placeholder = ${texts.placeholder}, has_storyboard = true, has_preview = true, width = 3840, height = 2160
    where id = ${videoId}`
  await sql`
    insert into video_audience (video_id, plays, watch_seconds, parts)
    values (${videoId}, 1234567, 1e9, array(select 123456.789123 / n from generate_series(1, 100) n))`
  await sql`
    insert into video_days (video_id, day, views, watch_seconds)
    select ${videoId}, current_date - i, 1234567, 123456.789123 from generate_series(0, 89) i`
}

async function addTweets(sql: Sql, ownerId: string, tweetId: string) {
  await sql`alter table tweets disable trigger user`
  await sql`
    insert into tweets (id, owner_id, content, folder, created_at, updated_at)
    select gen_random_uuid(), ${ownerId}, ${texts.tweet}, 'tweets/' || ${token}::text || i,
      now() - i * interval '1 hour', now()
    from generate_series(1, ${rows}::int) i`
  await sql`alter table tweets enable trigger user`
  await sql`update tweets set content = ${`kingfisher ${texts.tweet}`} where id = ${tweetId}`
  await sql`
    insert into search_tweets (tweet_id, document, stem_count)
    select t.id, d.document, d.stem_count from tweets t, search_tweets d where d.tweet_id = ${tweetId}
    on conflict do nothing`
  await sql`delete from tweet_images`
  await sql`
    insert into tweet_images (tweet_id, position, width, height, alt, placeholder)
    select id, position, 1920, 1440, ${texts.alt}, ${texts.placeholder}
    from tweets, generate_series(1, ${limits.tweetImages}::int) position`
}

type Content = Pick<
  Site,
  'ownerId' | 'videoId' | 'tweetId' | 'videoCommentId' | 'tweetCommentId' | 'playlistId' | 'clients'
>

async function addComments(sql: Sql, { videoId, tweetId, videoCommentId, tweetCommentId }: Content) {
  const subjects = { video_id: [videoId, videoCommentId], tweet_id: [tweetId, tweetCommentId] } as const
  for (const [column, [subjectId, parentId]] of Object.entries(subjects))
    for (const parent of [null, parentId])
      await sql`
        insert into comments (id, ${sql(column)}, parent_id, owner_id, content, created_at, updated_at)
        select gen_random_uuid(), ${subjectId}, ${parent}, u.id, ${texts.comment},
          now() - u.n * interval '1 minute', now()
        from (select id, row_number() over () as n from users where username like 'kingfisher%') u where n <= ${rows}`
  await sql`update comments set content = ${texts.comment} where owner_id is not null`
}

async function addLibrary(sql: Sql, { ownerId, playlistId }: Content) {
  const latest = sql`select id, row_number() over (order by created_at desc) as n from videos where owner_id = ${ownerId}`
  await sql`
    insert into watch_history (user_id, video_id, watched_at, position)
    select ${ownerId}, id, now() - n * interval '1 minute', 1234.5678 from (${latest}) v`
  for (const table of ['video_likes', 'hidden_videos'])
    await sql`
      insert into ${sql(table)} (user_id, video_id, created_at)
      select ${ownerId}, id, now() - n * interval '1 minute' from (${latest}) v`
  await sql`
    insert into playlists (id, owner_id, name, description, visibility, created_at, updated_at)
    select gen_random_uuid(), ${ownerId}, ${texts.playlistName}, ${texts.playlistDescription}, 'public',
      now() - i * interval '1 minute', now() - i * interval '1 minute'
    from generate_series(1, ${playlists}::int) i`
  await sql`
    update playlists set name = ${texts.playlistName}, description = ${texts.playlistDescription}
    where id = ${playlistId}`
  await sql`
    insert into upload_drafts (id, owner_id, file_name, file_size, file_modified, title, description, visibility,
      created_at, updated_at)
    select gen_random_uuid(), ${ownerId}, ${longest(255)}, 1e9, 1e12, ${texts.title}, ${texts.description}, 'public',
      now(), now()
    from generate_series(1, ${limits.uploadDrafts}::int)`
  await sql`delete from playlist_entries where playlist_id = ${playlistId}`
  await sql`
    insert into playlist_entries (playlist_id, video_id, position, added_at)
    select p.id, v.id, 'a' || lpad(v.n::text, 5, '0'), now()
    from playlists p, (select id, row_number() over (order by id) as n from videos where owner_id is not null) v
    where p.id = ${playlistId} and v.n <= ${playlistLimits.videos}`
  for (const [table, me, other] of [
    ['hidden_channels', 'user_id', 'channel_id'],
    ['subscriptions', 'subscriber_id', 'channel_id'],
  ] as const)
    await sql`
      insert into ${sql(table)} (${sql(me)}, ${sql(other)}, created_at)
      select ${ownerId}, id, now() - interval '2 years' from users where username like 'kingfisher%'`
}

async function addInbox(sql: Sql, { ownerId, videoId, clients: { other } }: Content) {
  await sql`
    insert into notifications (id, user_id, kind, comment_id, created_at)
    select gen_random_uuid(), ${ownerId}, 'comment', id, now() - row_number() over () * interval '1 minute'
    from comments where video_id = ${videoId} and owner_id <> ${ownerId} limit ${rows}`
  await sql`
    insert into notification_actors (notification_id, actor_id, created_at)
    select n.id, c.owner_id, n.created_at from notifications n join comments c on c.id = n.comment_id
    where n.user_id = ${ownerId} on conflict do nothing`
  await sql`
    insert into sessions (token_hash, id, user_id, user_agent, device_hash, created_at, last_seen_at, confirmed_at,
      expires_at)
    select sha256(i::text::bytea), gen_random_uuid(), ${ownerId}, ${`Mozilla/5.0 ${'x'.repeat(288)}`}, '', now(),
      now() - i * interval '1 minute', now(), now() + interval '1 day'
    from generate_series(1, ${rows}::int) i`
  await sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
    select gen_random_uuid(), ${ownerId}, ('a' || i)::bytea, 'a', 0, '{usb}', ${texts.captionsName}, now()
    from generate_series(1, 20) i`
  await sql`
    insert into blocks (blocker_id, blocked_id, created_at)
    select ${other.person.id}, id, now() from users where username like 'kingfisher%'`
}

async function addReports(sql: Sql, ownerId: string) {
  await sql`
    insert into moderation_cases (id, video_id, owner_id, opened_at)
    select gen_random_uuid(), id, owner_id, created_at from videos where owner_id = ${ownerId} limit ${rows}`
  await sql`
    insert into moderation_cases (id, comment_id, owner_id, opened_at)
    select gen_random_uuid(), id, owner_id, now() from comments where owner_id <> ${ownerId} limit ${rows}`
  await sql`
    insert into reports (id, case_id, reporter_id, reason, text, created_at)
    select gen_random_uuid(), c.id, u.id, 'spam', ${texts.report}, now()
    from moderation_cases c, (select id from users where username like 'kingfisher%' limit 20) u
    where c.owner_id <> u.id`
  await sql`
    insert into comments (id, video_id, owner_id, content, is_held, created_at, updated_at)
    select gen_random_uuid(), v.id, u.id, ${texts.comment}, true, now(), now()
    from users u, (select id from videos where owner_id = ${ownerId} limit 1) v
    where username like 'kingfisher%' limit ${rows}`
}

async function addStaffLists(sql: Sql, { clients: { admin } }: Content) {
  await sql`
    insert into audit_log (id, created_at, actor_id, actor_name, action, subject_kind, subject_name, reason, note)
    select gen_random_uuid(), now() - i * interval '1 minute', ${admin.person.id}, 'kingfisher', 'suspend', 'profile',
      ${texts.location}, 'spam', ${texts.report}
    from generate_series(1, ${rows}::int) i`
  await sql`
    update site_settings set held_words = array(
      select left(i || ${texts.heldWord}::text, ${limits.heldWordLength}) from generate_series(1, ${limits.heldWords}::int) i)`
  await sql`
    insert into invitations (id, token_hash, note, uses_left, created_at, expires_at)
    select gen_random_uuid(), sha256(i::text::bytea), ${texts.title}, 1000, now(), now() + interval '365 days'
    from generate_series(1, 200) i`
  await sql`
    insert into page_views (day, route, path, count)
    select current_date - d % 90, '/watch/{videoId}', '/watch/' || v.id, 1 + d
    from generate_series(0, 89) d, (select id from videos where owner_id is not null limit 500) v`
}
