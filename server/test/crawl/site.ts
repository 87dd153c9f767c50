import { addressOf, api } from '@vireo/contract'
import { createPlaylist } from '../../src/features/library/playlists/test-kit.ts'
import { notify } from '../../src/features/people/notify/notify.service.ts'
import { newId } from '../../src/lib/ids.ts'
import type { TestApp } from '../app/app.ts'
import type { TestClient } from '../app/client.ts'
import { addTweet } from '../content/tweets.ts'
import { addVideo } from '../content/videos.ts'

export const actors = ['visitor', 'other', 'owner', 'moderator', 'admin'] as const
export type Actor = (typeof actors)[number]
export type Site = Awaited<ReturnType<typeof createSite>>

type SignedIn = Awaited<ReturnType<TestApp['signedIn']>>

/** The data of one person that the calls are about, and the callers. */
export async function createSite(app: TestApp) {
  await liftRateLimits(app)
  const [owner, other] = [await app.signedIn(), await app.signedIn()]
  const [moderator, admin] = [await createStaff(app, 'moderator'), await createStaff(app, 'admin')]
  const clients = { visitor: app.visitor(), other, owner, moderator, admin }
  const posts = await createPosts(app, owner)
  return {
    app,
    clients,
    ...posts,
    ...forOwner(app, owner),
    ...forModeration(app, { other, admin }, posts),
    ownerId: owner.person.id,
    ownerName: owner.person.username,
    videoCommentId: await posts.newComment('video'),
    tweetCommentId: await posts.newComment('tweet'),
    playlistId: await posts.newPlaylist(),
    newModerator: async () => (await createStaff(app, 'moderator')).person.id,
    /** The same browser, for a call that would leave it signed in as someone else. */
    copyOf: (actor: Actor): TestClient => {
      const copy = app.visitor()
      for (const [name, value] of clients[actor].cookies) copy.cookies.set(name, value)
      return copy
    },
  }
}

async function createStaff(app: TestApp, role: 'moderator' | 'admin'): Promise<SignedIn> {
  const client = await app.signedIn()
  await app.context.sql`update users set role = ${role} where id = ${client.person.id}`
  return client
}

async function createPosts(app: TestApp, owner: SignedIn) {
  const ownerId = owner.person.id
  const newVideo = async () => (await addVideo(app, { ownerId, title: 'A bird' })).videoId
  const newTweet = async () => (await addTweet(app, { ownerId, content: 'A bird' })).tweetId
  const [videoId, tweetId] = [await newVideo(), await newTweet()]

  async function newComment(on: 'video' | 'tweet'): Promise<string> {
    const body = { comment: 'A bird' }
    const { data } =
      on === 'video'
        ? await owner.call(api.comments.addToVideo, { params: { videoId }, body })
        : await owner.call(api.comments.addToTweet, { params: { tweetId }, body })
    return data.comment._id
  }
  const newPlaylist = () => createPlaylist(owner, { visibility: 'public', videoId })
  return { videoId, tweetId, newVideo, newTweet, newComment, newPlaylist }
}

function forOwner({ context: { sql, clock } }: TestApp, owner: SignedIn) {
  const userId = owner.person.id
  return {
    /** The id of a notification of the owner. */
    notifyOwner: async (): Promise<string> => {
      await sql.begin((tx) => notify(tx, { userId, kind: 'moderation', text: 'said hello' }, clock.now()))
      const [row] = await sql<{ id: string }[]>`
        select id from notifications where user_id = ${userId} order by created_at desc limit 1`
      return row?.id ?? ''
    },
    /** The id of the owner's only draft of a video. */
    newUploadDraft: async (): Promise<string> => {
      await sql`delete from upload_drafts`
      const id = newId()
      await sql`
        insert into upload_drafts (id, owner_id, title, description, visibility, created_at, updated_at)
        values (${id}, ${userId}, 'A walk', '', 'public', now(), now())`
      return id
    },
    /** The id of a new upload of ten bytes. */
    openUpload: async (): Promise<string> => {
      await sql`delete from uploads`
      const headers = { 'tus-resumable': '1.0.0', 'upload-length': '10' }
      const opened = await owner.fetch(addressOf(api.uploads.open), { method: 'POST', headers })
      return opened.headers.get('location')?.split('/').at(-1) ?? ''
    },
  }
}

function forModeration(
  { context: { sql } }: TestApp,
  { other, admin }: Record<'other' | 'admin', SignedIn>,
  { newVideo, newComment }: Awaited<ReturnType<typeof createPosts>>,
) {
  /** The id of a reported video's case. */
  async function newCase(): Promise<string> {
    const params = { videoId: await newVideo() }
    await other.call(api.reports.video, { params, body: { reason: 'spam' } })
    const [row] = await sql<{ id: string }[]>`
      select id from moderation_cases where video_id = ${params.videoId}`
    return row?.id ?? ''
  }
  return {
    newCase,
    /** A comment by another person on the owner's video, shown or held by the owner. */
    newOtherComment: async (hold: 'approval' | null = null) => {
      const commentId = await newComment('video')
      const [row] = await sql<{ updated_at: Date }[]>`
        update comments c set owner_id = ${other.person.id}, is_held = ${hold !== null}, hold = ${hold},
          held_by = case when ${hold}::text is null then null else v.owner_id end
        from videos v where v.id = c.video_id and c.id = ${commentId} returning c.updated_at`
      return { commentId, updatedAt: row?.updated_at.toISOString() ?? '' }
    },
    newHeldComment: async () => {
      const commentId = await newComment('video')
      const [row] = await sql<{ updated_at: Date }[]>`
        update comments set is_held = true where id = ${commentId} returning updated_at`
      return { commentId, updatedAt: row?.updated_at.toISOString() ?? '' }
    },
    /** The id of an action that can be reversed. */
    newAction: async (): Promise<string> => {
      await admin.call(api.moderation.dismiss, { params: { id: await newCase() } })
      const { data } = await admin.call(api.moderation.log, { query: { limit: 1 } })
      return data.docs[0]?._id ?? ''
    },
    newInvitation: async (): Promise<string> => {
      const { data } = await admin.call(api.siteSettings.invite, { body: { uses: 1, days: 1 } })
      return data.invitation._id
    },
  }
}

/** The crawl exceeds every rate limit, so each call counts as the first. */
async function liftRateLimits({ context: { sql } }: TestApp) {
  await sql`
    create function count_as_first() returns trigger language plpgsql
    as 'begin new.count := least(new.count, 1); return new; end'`
  await sql`
    create trigger count_as_first before insert or update on rate_limits
    for each row execute function count_as_first()`
}
