import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import { clip } from '../../../../../test/content/clips.ts'
import { formWith, picture } from '../../../../../test/content/pictures.ts'
import { postTweet } from '../../../../../test/content/tweets.ts'
import { openUpload } from '../../../../../test/content/uploads.ts'
import { addVideo, uploadForm } from '../../../../../test/content/videos.ts'
import { turnOnPush } from '../../../../../test/programs/push.ts'
import { newId } from '../../../../lib/ids.ts'
import { createPlaylist } from '../../../library/playlists/test-kit.ts'
import { report } from '../../../staff/moderation/test-kit.ts'
import { exportData } from '../test-kit.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://birds.example.org' })
})
afterAll(() => app.close())

const site = 'https://birds.example.org'
const isTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

it('an export contains the data and activity of a person, readable, with names, dates and links', async () => {
  const robin = await app.signedIn('robin', 'Robin Redbreast')
  const wren = await app.signedIn('wren', 'Jenny Wren')
  const [own, theirs] = [
    (await addVideo(app, { ownerId: robin.person.id, title: 'Dawn “song”', visibility: 'private' })).videoId,
    (await addVideo(app, { ownerId: wren.person.id, title: 'A nest' })).videoId,
  ]
  await robin.call(api.accounts.updateAccount, {
    body: { bio: 'Sings at dawn\nand dusk', location: 'A hedge' },
  })
  const [ownTweet, theirTweet] = [await postTweet(robin, 'Spring 🐣'), await postTweet(wren, 'Worms')]
  const video = { params: { videoId: theirs } }
  const comment = async (client: typeof robin, text: string) =>
    (await client.call(api.comments.addToVideo, { ...video, body: { comment: text } })).data.comment._id
  const [ownComment, theirComment] = [await comment(robin, 'Lovely'), await comment(wren, 'Thank you all')]
  const tweet = { params: { tweetId: theirTweet._id } }
  await robin.call(api.comments.addToTweet, { ...tweet, body: { comment: 'Tasty' } })
  await robin.call(api.likes.toggleVideo, video)
  await robin.call(api.likes.toggleTweet, tweet)
  await robin.call(api.likes.toggleComment, { params: { commentId: theirComment } })
  await robin.call(api.history.add, { ...video, body: { position: 12.4 } })
  await createPlaylist(robin, { name: 'Nests', visibility: 'unlisted', videoId: theirs })
  await robin.call(api.subscriptions.toggle, { params: { channelId: wren.person.id } })
  await robin.call(api.hidden.addVideo, video)
  await robin.call(api.hidden.addChannel, { params: { channelId: wren.person.id } })
  const cuckoo = await app.createPerson('cuckoo', 'Common Cuckoo')
  await robin.call(api.blocks.add, { params: { userId: cuckoo.id } })
  await robin.call(api.commentRules.silence, { params: { userId: wren.person.id } })
  await robin.call(api.commentRules.setWords, { body: { words: ['egg'] } })
  await wren.call(api.likes.toggleTweet, { params: { tweetId: ownTweet._id } })
  await app.runJobs()
  await report(robin, 'comment', theirComment, { reason: 'spam', text: 'Too loud' })
  await openUpload(robin, 12_345)
  await robin.call(api.uploadDrafts.save, {
    body: {
      _id: newId(),
      ...{ title: 'A walk', description: 'At dawn', visibility: 'private' as const },
      ...{ isSubmitted: false, hasThumbnail: false, file: { name: 'walk.mp4', size: 9, lastModified: 1 } },
    },
  })
  await robin.call(api.notifications.updateSettings, { body: { mutedKinds: ['like'], digest: 'weekly' } })
  const { endpoint } = await turnOnPush(robin)
  const { sql } = app.context
  await sql`update sessions set user_agent = 'A browser' where user_id = ${robin.person.id}`

  const archive = await exportData(app, robin)
  expect(archive.names).toEqual([
    'README.txt',
    'comments.json',
    'likes.json',
    'notifications.json',
    'playlists.json',
    'profile.json',
    'reports.json',
    'tweets.json',
    'videos.json',
    'watch-history.json',
  ])
  const nest = {
    _id: theirs,
    title: 'A nest',
    owner: { username: 'wren', fullname: 'Jenny Wren' },
    link: `${site}/watch/${theirs}`,
  }
  const worms = {
    _id: theirTweet._id,
    content: 'Worms',
    owner: nest.owner,
    link: `${site}/tweet/${theirTweet._id}`,
  }
  const jenny = { _id: wren.person.id, ...nest.owner, link: `${site}/profile/wren` }
  expect(archive.json('profile.json')).toEqual({
    account: {
      _id: robin.person.id,
      username: 'robin',
      fullname: 'Robin Redbreast',
      email: 'robin@example.org',
      pendingEmail: null,
      bio: 'Sings at dawn\nand dusk',
      location: 'A hedge',
      role: 'member',
      avatar: null,
      coverimage: null,
      subscribersCount: 0,
      channelSubscribedToCount: 1,
      videosCount: 0,
      createdAt: isTime,
      updatedAt: isTime,
      link: `${site}/profile/robin`,
    },
    settings: {
      notifications: { mutedKinds: ['like'], digest: 'weekly' },
      isHistoryPaused: false,
      comments: { commentsMode: 'on', blockedWords: ['egg'] },
    },
    signIn: { hasPassword: true, twoStepSince: null, providers: [], passkeys: [] },
    sessions: [{ device: 'A browser', signedInAt: isTime, lastSeenAt: isTime, notifiedSince: isTime }],
    devices: [{ lastSignInAt: isTime, rememberedUntil: isTime, secondStepSkippedUntil: null }],
    unfinishedUploads: [{ bytes: 12_345, keptUntil: isTime }],
    videoDrafts: [
      { title: 'A walk', description: 'At dawn', visibility: 'private', file: 'walk.mp4', changedAt: isTime },
    ],
    subscriptions: [{ channel: jenny, bell: 'all', subscribedAt: isTime }],
    blockedPeople: [
      {
        person: {
          _id: cuckoo.id,
          username: 'cuckoo',
          fullname: 'Common Cuckoo',
          link: `${site}/profile/cuckoo`,
        },
        blockedAt: isTime,
      },
    ],
    silencedPeople: [{ person: jenny, silencedAt: isTime }],
    hiddenVideos: [{ video: nest, hiddenAt: isTime }],
    hiddenChannels: [{ channel: jenny, hiddenAt: isTime }],
  })
  expect(archive.json('videos.json')).toMatchObject([
    { _id: own, title: 'Dawn “song”', visibility: 'private', status: 'ready', createdAt: isTime, file: null },
  ])
  expect(archive.json('tweets.json')).toMatchObject([
    {
      _id: ownTweet._id,
      content: 'Spring 🐣',
      image: [{ file: expect.stringContaining(`${site}/media/tweets/`) }],
    },
  ])
  expect(archive.json('comments.json')).toMatchObject([
    { _id: ownComment, content: 'Lovely', video: nest, link: `${nest.link}?comment=${ownComment}` },
    { content: 'Tasty', tweet: worms, createdAt: isTime },
  ])
  expect(archive.json('likes.json')).toEqual({
    videos: [{ video: nest, likedAt: isTime }],
    tweets: [{ tweet: worms, likedAt: isTime }],
    comments: [
      {
        comment: {
          _id: theirComment,
          content: 'Thank you all',
          owner: nest.owner,
          link: `${nest.link}?comment=${theirComment}`,
        },
      },
    ],
  })
  expect(archive.json('watch-history.json')).toEqual([
    { video: nest, watchedAt: isTime, positionSeconds: 12 },
  ])
  expect(archive.json('playlists.json')).toMatchObject([
    { name: 'Nests', visibility: 'unlisted', videos: [{ ...nest, addedAt: isTime }] },
  ])
  expect(archive.json('reports.json')).toEqual([
    { comment: theirComment, reason: 'spam', text: 'Too loud', reportedAt: isTime, isDecided: false },
  ])
  expect(archive.json('notifications.json')).toEqual([
    {
      text: 'Jenny Wren liked your tweet',
      excerpt: 'Spring 🐣',
      link: `${site}/tweet/${ownTweet._id}`,
      notifiedAt: isTime,
      isRead: false,
    },
  ])
  // The same text that JSON.stringify would print for the whole.
  for (const name of archive.names.filter((one) => one.endsWith('.json')))
    expect(archive.text(name)).toBe(`${JSON.stringify(archive.json(name), null, 2)}\n`)
  // Anyone who knows the endpoint can send messages to the device.
  expect(archive.everything()).not.toContain(endpoint)
  expect(archive.text('README.txt')).toContain('For Robin Redbreast (@robin, robin@example.org)')
})

it('the export of a new person has empty lists', async () => {
  const archive = await exportData(app, await app.signedIn())
  for (const name of [
    'videos',
    'tweets',
    'comments',
    'watch-history',
    'playlists',
    'reports',
    'notifications',
  ])
    expect(archive.text(`${name}.json`)).toBe('[]\n')
  expect(archive.json('likes.json')).toEqual({ videos: [], tweets: [], comments: [] })
})

it('an export contains only the ids of things that others hid or deleted, and no secrets', async () => {
  const robin = await app.signedIn()
  const wren = await app.signedIn('secretive', 'Secret Wren')
  const { videoId } = await addVideo(app, { ownerId: wren.person.id, title: 'Now private' })
  const tweet = await postTweet(wren, 'Now blocked')
  const body = { comment: 'Now held' }
  const { data } = await wren.call(api.comments.addToVideo, { params: { videoId }, body })
  const commentId = data.comment._id
  await robin.call(api.likes.toggleVideo, { params: { videoId } })
  await robin.call(api.likes.toggleTweet, { params: { tweetId: tweet._id } })
  await robin.call(api.likes.toggleComment, { params: { commentId } })
  await robin.call(api.history.add, { params: { videoId }, body: {} })
  await createPlaylist(robin, { visibility: 'private', videoId })
  await robin.call(api.comments.addToVideo, { params: { videoId }, body: { comment: 'Mine' } })
  const { sql } = app.context
  await sql`update videos set visibility = 'private' where id = ${videoId}`
  await wren.call(api.blocks.add, { params: { userId: robin.person.id } })

  const archive = await exportData(app, robin)
  const gone = { _id: videoId, isAvailable: false }
  expect(archive.json('likes.json')).toMatchObject({
    videos: [{ video: gone }],
    tweets: [{ tweet: { _id: tweet._id, isAvailable: false } }],
    comments: [{ comment: { _id: commentId, isAvailable: false } }],
  })
  expect(archive.json('watch-history.json')).toMatchObject([{ video: gone }])
  expect(archive.json('playlists.json')).toMatchObject([{ videos: [gone] }])
  expect(archive.json('comments.json')).toMatchObject([{ content: 'Mine', video: gone }])
  const text = archive.everything()
  for (const secret of ['Now private', 'Now blocked', 'Now held', 'secretive', 'Secret Wren'])
    expect(text).not.toContain(secret)
  expect(text).not.toMatch(/argon2|password_hash|token/)
  for (const session of robin.cookies.values()) if (session !== '1') expect(text).not.toContain(session)
  const others = (await sql<{ email: string }[]>`select email from users where id <> ${robin.person.id}`).map(
    (row) => row.email,
  )
  for (const email of others) expect(text).not.toContain(email)
})

it('an export contains the stored files of videos and pictures, if requested', async () => {
  const robin = await app.signedIn()
  const png = await picture(640, 160).png().toBuffer()
  await robin.call(api.accounts.updateAvatar, { form: formWith('avatar', png) })
  await robin.call(api.accounts.updateCover, { form: formWith('coverimage', png) })
  const tweet = await postTweet(robin, 'Two', [png, png])
  const form = await uploadForm(
    'tiny',
    { title: '../Dawn: "song" / 🐦' },
    await picture(640, 360).png().toBuffer(),
  )
  const { data: uploaded } = await robin.call(api.videos.upload, { form })
  await app.runJobs()
  const captions = formWith('captions', Buffer.from('00:00 --> 00:01\nTweet'))
  captions.append('language', 'en')
  await robin.call(api.videos.setCaptions, { params: { id: uploaded._id }, form: captions })
  const { sql, storage } = app.context
  // While a video is being processed, its original is kept.
  const { videoId: unfinished } = await addVideo(app, {
    ownerId: robin.person.id,
    title: 'Raw',
    isPlayable: false,
  })
  const [row] = await sql<{ source_key: string }[]>`select source_key from videos where id = ${unfinished}`
  await storage.putFile(row?.source_key ?? '', await clip('tiny'), 'application/octet-stream')
  await sql`
    insert into video_sources (video_id, info) values (${unfinished}, ${sql.json({ container: 'matroska,webm' })})`
  const { videoId: lost } = await addVideo(app, { ownerId: robin.person.id, title: 'Lost' })

  const archive = await exportData(app, robin, true)
  const names = {
    made: `videos/Dawn song 🐦 (${uploaded._id}).mp4`,
    original: `videos/Raw (${unfinished}).mkv`,
    captions: `captions/Dawn song 🐦 (${uploaded._id}) 1 en.vtt`,
    thumbnail: `pictures/thumbnails/${uploaded._id}.jpg`,
    images: [1, 2].map((position) => `pictures/tweets/${tweet._id}-${position}.webp`),
  }
  expect(archive.stored).toEqual(
    [
      'pictures/avatar.webp',
      'pictures/cover.webp',
      names.made,
      names.original,
      names.captions,
      names.thumbnail,
      ...names.images,
    ].sort(),
  )
  const [video] = await sql<{ folder: string; streams: { dir: string; renditions: { file: string }[] } }[]>`
    select folder, streams from videos where id = ${uploaded._id}`
  const rendition = `${video?.folder}/${video?.streams.dir}/${video?.streams.renditions[0]?.file}`
  const [user] = await sql<{ avatar_folder: string; cover_folder: string }[]>`
    select avatar_folder, cover_folder from users where id = ${robin.person.id}`
  const [folder] = await sql<{ folder: string }[]>`select folder from tweets where id = ${tweet._id}`
  const stored: [string, string][] = [
    [names.made, rendition],
    [names.original, row?.source_key ?? ''],
    ['pictures/avatar.webp', `${user?.avatar_folder}/320.webp`],
    ['pictures/cover.webp', `${user?.cover_folder}/2048.webp`],
    ...names.images.map((name, i): [string, string] => [name, `${folder?.folder}/${i + 1}/1920.webp`]),
  ]
  for (const [name, key] of stored) {
    const bytes: Buffer[] = []
    for await (const chunk of await storage.read(key)) bytes.push(chunk)
    expect(archive.bytes(name)?.equals(Buffer.concat(bytes)), name).toBe(true)
  }
  const files = archive.json('videos.json').map(({ file }: { file: string | null }) => file)
  expect(files).toEqual([names.made, names.original, null])
  expect(archive.json('videos.json')[0].captions).toEqual([{ language: 'en', label: 'English' }])
  expect(archive.text(names.captions)).toContain('Tweet')
  expect(archive.json('tweets.json')).toMatchObject([{ image: names.images.map((file) => ({ file })) }])
  expect(archive.json('profile.json').account).toMatchObject({
    avatar: 'pictures/avatar.webp',
    coverimage: 'pictures/cover.webp',
  })
  expect(archive.text('README.txt')).toContain(`left out:\n\nvideos/Lost (${lost}).mp4\n`)
})

it('lists of more than one batch are complete, without duplicates, and in order where sorted by time', async () => {
  const robin = await app.signedIn()
  const { videoId } = await addVideo(app)
  const { sql } = app.context
  const userId = robin.person.id
  await sql`
    insert into videos (id, owner_id, title, status, is_playable, folder, source_key, public_id, created_at, updated_at)
    select gen_random_uuid(), owner_id, 'Number ' || i, 'ready', true, 'm' || i, 'm' || i, 'm' || i, now(), now()
    from videos, generate_series(1, 2500) i where id = ${videoId}`
  // Many of them have the same time to the microsecond.
  await sql`
    insert into watch_history (user_id, video_id, watched_at, position)
    select ${userId}, id, now() + (length(title) || ' microseconds')::interval, 0 from videos where title like 'Number %'`
  await sql`
    insert into comments (id, video_id, owner_id, content, created_at, updated_at)
    select gen_random_uuid(), ${videoId}, ${userId}, 'Comment ' || i, now(), now() from generate_series(1, 2500) i`
  await sql`
    insert into users (id, username, username_key, fullname, email, email_key, created_at, updated_at)
    select gen_random_uuid(), 'm' || i, 'm' || i, 'Many', 'm' || i, 'm' || i, now(), now() from generate_series(1, 1200) i`
  for (const [table, own, other] of [
    ['blocks', 'blocker_id', 'blocked_id'],
    ['hidden_channels', 'user_id', 'channel_id'],
  ] as const)
    await sql`
      insert into ${sql(table)} (${sql(own)}, ${sql(other)}, created_at)
      select ${userId}, id, now() + (length(username) || ' microseconds')::interval from users where fullname = 'Many'`
  await sql`
    insert into notifications (id, user_id, kind, text, created_at)
    select gen_random_uuid(), ${userId}, 'moderation', 'Notice ' || i, date_trunc('milliseconds', now())
    from generate_series(1, 1200) i`
  const archive = await exportData(app, robin)
  const { blockedPeople, hiddenChannels } = archive.json('profile.json')
  const namesOf = (people: { username: string }[]) => people.map(({ username }) => username)
  for (const names of [
    namesOf(blockedPeople.map(({ person }: { person: { username: string } }) => person)),
    namesOf(hiddenChannels.map(({ channel }: { channel: { username: string } }) => channel)),
  ]) {
    expect(names).toHaveLength(1200)
    expect(new Set(names).size).toBe(1200)
    const lengths = names.map((name) => name.length)
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
  }
  const notices: { text: string }[] = archive.json('notifications.json')
  expect(notices).toHaveLength(1200)
  expect(new Set(notices.map(({ text }) => text)).size).toBe(1200)
  const history: { video: { title: string }; watchedAt: string }[] = archive.json('watch-history.json')
  expect(new Set(history.map(({ video }) => video.title)).size).toBe(2500)
  expect(history).toHaveLength(2500)
  expect(history.map(({ video }) => video.title.length)).toEqual(
    history.map(({ video }) => video.title.length).sort((a, b) => a - b),
  )
  const comments: { content: string }[] = archive.json('comments.json')
  expect(comments).toHaveLength(2500)
  expect(new Set(comments.map(({ content }) => content)).size).toBe(2500)
})
