import { createECDH } from 'node:crypto'
import { api } from '@vireo/contract'
import { prove } from '../../src/features/people/accounts/test-kit.ts'
import { newId } from '../../src/lib/ids.ts'
import type { TestApp } from '../app/app.ts'
import type { TestClient } from '../app/client.ts'
import { smallPicture } from '../content/tweets.ts'
import { uploadForm } from '../content/videos.ts'
import { testPassword } from '../password.ts'
import type { Actor, Site } from './site.ts'

/** A valid call; it may still be refused because of who makes it. */
export interface Input {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  form?: FormData
  headers?: Record<string, string>
  bytes?: Uint8Array<ArrayBuffer>
  /** Makes the call instead of the actor, where it would end the actor's session. */
  as?: TestClient
}

export interface Row {
  /** `mayPass`: the call is not expected to be refused. */
  input: (site: Site, actor: Actor, mayPass: boolean) => Input | Promise<Input>
  /** The status of the valid call for a visitor, another person and the owner. */
  status: [visitor: number, other: number, owner: number]
  /** The same for a moderator and an administrator, if the call is for them. */
  staff?: [moderator: number, admin: number]
  /** Prepares the valid call, if that takes more than its input. */
  prepare?: (app: TestApp, client: TestClient, input: Input) => Promise<void>
  /** Fields that the rules require although the schema does not. */
  needs?: string[]
  /** A call that succeeds takes long, so only the valid one is sent. */
  isCostly?: true
}

const anyone: Row['status'] = [200, 200, 200]
const signedIn: Row['status'] = [401, 200, 200]
const ownerOnly: Row['status'] = [401, 403, 200]
/** Another person's video or playlist is not found. */
const videoOwnerOnly: Row['status'] = [401, 404, 200]
/** For people without the role, the call does not exist. */
const moderators = { status: [404, 404, 404], staff: [200, 200] } satisfies Partial<Row>
const admins = { status: [404, 404, 404], staff: [404, 200] } satisfies Partial<Row>
/** Redirected to the sign-in page, because the site of these tests has no provider. */
const redirected: Row['status'] = [302, 302, 302]
const nothing = () => ({})
const aProviderStart = () => ({ query: { next: '/tweets', invite: 'nonsense' } })
/** Because a person can report an item only once. */
const forgetReports = async (app: TestApp) => {
  await app.context.sql`delete from reports`
}
const reason = { reason: 'spam', text: 'Hello' }
const draftBody = {
  ...{ title: 'A walk', description: '', visibility: 'public', isSubmitted: false, hasThumbnail: true },
  file: { name: 'walk.mp4', size: 10, lastModified: 1 },
}
const png = async () => new File([new Uint8Array(await smallPicture())], 'picture.png')

const formOf = (fields: Record<string, string | File>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

const page = { limit: '3' }
const list = { query: 'bird', sortBy: 'createdAt', sortType: 'asc', ...page }
const embedLimits = { format: 'json', maxwidth: '640', maxheight: '360' }
const tus = { 'tus-resumable': '1.0.0' }
const bytes = new Uint8Array(10)

const aVideo = ({ videoId }: Site) => ({ params: { videoId } })
const aTweet = ({ tweetId }: Site) => ({ params: { tweetId } })
const aComment = ({ videoCommentId }: Site) => ({ params: { commentId: videoCommentId } })

/** A new person, because a block would change the answers of other calls. */
const aPerson = async ({ app }: Site) => ({ params: { userId: (await app.createPerson()).id } })

/** A new account for calls that end a session or an account; a visitor stays a visitor. */
const asNewPerson = async (site: Site, actor: Actor, mayPass: boolean) =>
  actor !== 'visitor' && mayPass ? { as: await site.app.signedIn() } : {}

/** In the format that a browser sends, but unknown to the site. */
const aCredential = (response: Record<string, string>) => ({
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', ...response },
})
const anAssertion = aCredential({ authenticatorData: 'AAAA', signature: 'AAAA' })

const anUpload = async (site: Site, headers: Record<string, string>) => ({
  params: { id: await site.openUpload() },
  headers: { ...tus, ...headers },
})

export const rows: Record<string, Row> = {
  'blocks.add': { input: aPerson, status: [401, 200, 200] },
  'blocks.remove': { input: aPerson, status: signedIn },
  'blocks.list': { input: () => ({ query: page }), status: signedIn },

  'comments.addToVideo': {
    input: (site) => ({ ...aVideo(site), body: { comment: 'Hello' } }),
    status: signedIn,
    needs: ['comment'],
  },
  'comments.updateOnVideo': {
    input: (site) => ({ ...aComment(site), body: { comment: 'Hello' } }),
    status: ownerOnly,
    needs: ['comment'],
  },
  'comments.removeFromVideo': {
    input: async (site, _actor, mayPass) => ({
      params: { commentId: mayPass ? await site.newComment('video') : site.videoCommentId },
    }),
    status: ownerOnly,
  },
  'comments.listOfVideo': { input: (site) => ({ ...aVideo(site), query: page }), status: anyone },
  'comments.addToTweet': {
    input: (site) => ({ ...aTweet(site), body: { content: 'Hello' } }),
    status: signedIn,
    needs: ['content'],
  },
  'comments.updateOnTweet': {
    input: ({ tweetCommentId }) => ({ params: { commentId: tweetCommentId }, body: { content: 'Hello' } }),
    status: ownerOnly,
    needs: ['content'],
  },
  'comments.removeFromTweet': {
    input: async (site, _actor, mayPass) => ({
      params: { commentId: mayPass ? await site.newComment('tweet') : site.tweetCommentId },
    }),
    status: ownerOnly,
  },
  'comments.listOfTweet': { input: (site) => ({ ...aTweet(site), query: page }), status: anyone },
  'comments.pin': {
    input: (site) => ({ ...aComment(site), body: { isPinned: true } }),
    status: ownerOnly,
  },
  'comments.heart': {
    input: (site) => ({ ...aComment(site), body: { isHearted: true } }),
    status: ownerOnly,
  },
  'comments.remove': {
    input: async (site) => ({
      params: { commentId: (await site.newOtherComment()).commentId },
      body: { isRemoved: true },
    }),
    status: videoOwnerOnly,
  },
  'comments.hide': {
    input: async (site) => ({
      params: { commentId: (await site.newOtherComment()).commentId },
      body: { isHidden: true },
    }),
    status: videoOwnerOnly,
  },
  'comments.approve': {
    input: async (site) => {
      const { commentId, updatedAt } = await site.newOtherComment('approval')
      return { params: { commentId }, body: { updatedAt } }
    },
    status: videoOwnerOnly,
  },
  'comments.held': { input: () => ({ query: { ...page, state: 'waiting' } }), status: signedIn },
  'comments.replies': { input: (site) => ({ ...aComment(site), query: page }), status: anyone },
  'comments.thread': { input: aComment, status: anyone },

  'commentRules.get': { input: nothing, status: signedIn },
  'commentRules.setMode': { input: () => ({ body: { commentsMode: 'on' } }), status: signedIn },
  'commentRules.setWords': { input: () => ({ body: { words: ['heron'] } }), status: signedIn },
  'commentRules.silenced': { input: () => ({ query: page }), status: signedIn },
  'commentRules.silence': { input: aPerson, status: signedIn },
  'commentRules.unsilence': { input: aPerson, status: signedIn },

  'exports.request': {
    input: () => ({ body: { withFiles: false } }),
    status: signedIn,
    prepare: async (app) => {
      await app.context.sql`delete from exports`
    },
  },
  'exports.latest': { input: nothing, status: signedIn },
  'exports.remove': { input: nothing, status: signedIn },

  'subscriptionFeed.list': { input: () => ({ query: { ...page, kind: 'video' } }), status: signedIn },
  'subscriptionFeed.look': { input: nothing, status: signedIn },

  'hidden.addVideo': { input: aVideo, status: signedIn },
  'hidden.removeVideo': { input: aVideo, status: signedIn },
  'hidden.listVideos': { input: () => ({ query: page }), status: signedIn },
  'hidden.addChannel': {
    input: ({ ownerId }) => ({ params: { channelId: ownerId } }),
    status: [401, 200, 400],
  },
  'hidden.removeChannel': { input: ({ ownerId }) => ({ params: { channelId: ownerId } }), status: signedIn },
  'hidden.listChannels': { input: () => ({ query: page }), status: signedIn },

  'history.add': { input: (site) => ({ ...aVideo(site), body: { position: 3 } }), status: signedIn },
  'history.list': { input: () => ({ query: page }), status: signedIn },
  'history.search': { input: () => ({ query: { query: 'bird', ...page } }), status: signedIn },
  'history.remove': {
    input: aVideo,
    status: signedIn,
    prepare: async (_app, client, { params }) => {
      await client.call(api.history.add, { params: { videoId: params?.videoId ?? '' }, body: {} })
    },
  },
  'history.restore': {
    input: (site) => ({ ...aVideo(site), body: { watchedAt: '2026-01-02T03:04:05.678Z', position: 3 } }),
    status: signedIn,
  },
  'history.clear': { input: nothing, status: signedIn },
  'history.settings': { input: nothing, status: signedIn },
  'history.changeSettings': { input: () => ({ body: { isPaused: false } }), status: signedIn },

  'pageViews.recordView': {
    input: (site) => ({ body: { route: '/watch/{videoId}', path: `/watch/${site.videoId}` } }),
    status: anyone,
  },
  'failedJobs.list': { input: nothing, ...admins },
  'failedJobs.retry': { input: () => ({ params: { id: '1' } }), status: [404, 404, 404], staff: [404, 404] },
  'failedJobs.dismiss': {
    input: () => ({ params: { id: '1' } }),
    status: [404, 404, 404],
    staff: [404, 404],
  },
  'siteStorage.get': { input: nothing, ...admins },
  'pageViews.report': { input: () => ({ query: { days: '7' } }), ...admins },

  'likes.toggleVideo': { input: (site) => ({ ...aVideo(site), body: { isLiked: true } }), status: signedIn },
  'likes.videoLikes': { input: aVideo, status: anyone },
  'likes.toggleTweet': { input: (site) => ({ ...aTweet(site), body: { isLiked: true } }), status: signedIn },
  'likes.tweetLikes': { input: aTweet, status: anyone },
  'likes.likedVideos': { input: () => ({ query: page }), status: signedIn },
  'likes.toggleComment': {
    input: (site) => ({ ...aComment(site), body: { isLiked: true } }),
    status: signedIn,
  },

  'moderation.summary': { input: nothing, ...moderators },
  'moderation.cases': { input: () => ({ query: page }), ...moderators },
  'moderation.dismiss': { input: async (site) => ({ params: { id: await site.newCase() } }), ...moderators },
  'moderation.remove': {
    input: async (site) => ({ params: { id: await site.newCase() }, body: reason }),
    ...moderators,
  },
  'moderation.suspend': {
    input: async ({ app }) => ({ params: { channelId: (await app.createPerson()).id }, body: reason }),
    ...moderators,
  },
  'moderation.held': { input: () => ({ query: page }), ...moderators },
  'moderation.approve': {
    input: async (site) => {
      const { commentId, updatedAt } = await site.newHeldComment()
      return { params: { commentId }, body: { updatedAt } }
    },
    ...moderators,
  },
  'moderation.removeHeld': {
    input: async (site) => ({
      params: { commentId: (await site.newHeldComment()).commentId },
      body: reason,
    }),
    ...moderators,
  },
  'moderation.log': { input: () => ({ query: page }), ...moderators },
  'moderation.reverse': {
    input: async (site) => ({ params: { id: await site.newAction() } }),
    ...moderators,
    // An administrator's decision, which a moderator may not reverse.
    staff: [403, 200],
  },
  'staff.list': { input: nothing, ...admins },
  'staff.appoint': {
    input: async ({ app }) => ({ body: { username: (await app.createPerson()).username } }),
    ...admins,
  },
  'staff.unappoint': {
    input: async (site) => ({ params: { channelId: await site.newModerator() } }),
    ...admins,
  },
  'siteSettings.get': { input: nothing, ...moderators },
  'siteSettings.setSignUp': { input: () => ({ body: { signUp: 'open' } }), ...admins },
  'siteSettings.setHeldWords': { input: () => ({ body: { words: ['casino'] } }), ...moderators },
  'siteSettings.invitations': { input: nothing, ...admins },
  'siteSettings.invite': { input: () => ({ body: { note: 'A friend', uses: 2, days: 7 } }), ...admins },
  'siteSettings.revokeInvitation': {
    input: async (site) => ({ params: { id: await site.newInvitation() } }),
    ...admins,
  },
  'staff.claimAdmin': { input: () => ({ body: { token: 'nonsense' } }), status: [401, 403, 403] },

  'notifications.list': { input: nothing, status: signedIn },
  'notifications.page': { input: () => ({ query: page }), status: signedIn },
  'notifications.markAllRead': { input: nothing, status: signedIn },
  'notifications.markRead': {
    input: async (site) => ({ params: { id: await site.notifyOwner() } }),
    status: [401, 404, 200],
  },
  'notifications.settings': { input: nothing, status: signedIn },
  'notifications.updateSettings': {
    input: () => ({ body: { mutedKinds: ['like'], digest: 'weekly' } }),
    status: signedIn,
  },
  'notifications.unsubscribe': {
    input: ({ ownerId }) => ({ query: { user: ownerId, token: 'x' } }),
    status: [400, 400, 400],
  },

  // The tests call an IP address, which has no passkeys.
  'passkeys.list': { input: nothing, status: signedIn },
  'passkeys.registrationOptions': { input: nothing, status: [401, 409, 409] },
  'passkeys.add': {
    input: () => ({ body: { response: aCredential({ attestationObject: 'AAAA' }), name: 'Laptop' } }),
    status: [401, 400, 400],
  },
  'passkeys.rename': {
    input: () => ({ params: { id: newId() }, body: { name: 'Laptop' } }),
    status: [401, 404, 404],
  },
  'passkeys.remove': { input: () => ({ params: { id: newId() } }), status: [401, 404, 404] },
  'passkeys.signInOptions': { input: nothing, status: [409, 409, 409] },
  'passkeys.signIn': { input: () => ({ body: { response: anAssertion } }), status: [400, 400, 400] },
  'passkeys.confirmOptions': { input: nothing, status: [401, 409, 409] },
  'passkeys.confirm': { input: () => ({ body: { response: anAssertion } }), status: [401, 400, 400] },

  'playlists.list': { input: () => ({ query: page }), status: signedIn },
  'playlists.listOfChannel': {
    input: ({ ownerId }) => ({ params: { channelId: ownerId }, query: page }),
    status: anyone,
  },
  'playlists.listForVideo': { input: aVideo, status: signedIn },
  'playlists.get': {
    input: ({ playlistId }) => ({ params: { id: playlistId }, query: page }),
    status: anyone,
  },
  'playlists.create': {
    input: () => ({ body: { name: 'Birds', description: 'Hello', visibility: 'unlisted' } }),
    status: signedIn,
  },
  'playlists.update': {
    input: ({ playlistId }) => ({
      params: { id: playlistId },
      body: { name: 'Birds', description: 'Hello', visibility: 'public' },
    }),
    status: videoOwnerOnly,
  },
  'playlists.remove': {
    input: async (site) => ({ params: { id: await site.newPlaylist() } }),
    status: videoOwnerOnly,
  },
  'playlists.restore': {
    input: async (site) => ({ params: { id: await site.newPlaylist() } }),
    prepare: async ({ context }, _client, { params }) => {
      await context.sql`update playlists set deleted_at = now() where id::text = ${params?.id ?? ''}`
    },
    status: videoOwnerOnly,
  },
  'playlists.putVideo': {
    input: (site) => ({
      params: { id: site.playlistId, videoId: site.videoId },
      body: { after: site.videoId },
    }),
    status: videoOwnerOnly,
  },
  'playlists.removeVideo': {
    input: async (site) => ({ params: { id: await site.newPlaylist(), videoId: site.videoId } }),
    status: videoOwnerOnly,
  },

  'providers.list': { input: nothing, status: anyone },
  'providers.startGoogle': { input: aProviderStart, status: redirected },
  'providers.startGithub': { input: aProviderStart, status: redirected },
  'providers.startOidc': { input: aProviderStart, status: redirected },
  'providers.googleCallback': { input: nothing, status: redirected },
  'providers.githubCallback': { input: nothing, status: redirected },
  'providers.oidcCallback': { input: nothing, status: redirected },
  'providers.pendingLink': { input: nothing, status: [400, 400, 400] },
  'providers.sendLinkCode': { input: nothing, status: [400, 400, 400] },
  'providers.confirmLink': { input: () => ({ body: { password: testPassword } }), status: [400, 400, 400] },
  'providers.identities': { input: nothing, status: signedIn },
  'providers.link': { input: () => ({ params: { provider: 'google' } }), status: [401, 404, 404] },
  'providers.unlink': { input: () => ({ params: { provider: 'google' } }), status: [401, 404, 404] },

  'push.list': { input: nothing, status: signedIn },
  'push.turnOn': {
    input: () => ({
      body: {
        endpoint: `https://push.example.org/${newId()}`,
        keys: { p256dh: createECDH('prime256v1').generateKeys().toString('base64url'), auth: 'A'.repeat(22) },
      },
    }),
    status: signedIn,
  },
  'push.turnOff': { input: () => ({ params: { id: newId() } }), status: [401, 404, 404] },

  'reports.video': {
    input: (site) => ({ ...aVideo(site), body: reason }),
    status: [401, 200, 400],
    prepare: forgetReports,
  },
  'reports.tweet': {
    input: (site) => ({ ...aTweet(site), body: reason }),
    status: [401, 200, 400],
    prepare: forgetReports,
  },
  'reports.comment': {
    input: (site) => ({ ...aComment(site), body: reason }),
    status: [401, 200, 400],
    prepare: forgetReports,
  },
  'reports.profile': {
    input: ({ ownerId }) => ({ params: { channelId: ownerId }, body: reason }),
    status: [401, 200, 400],
    prepare: forgetReports,
  },

  'sessions.list': { input: nothing, status: signedIn },
  'sessions.end': { input: () => ({ params: { id: newId() } }), status: [401, 404, 404] },
  'sessions.endOthers': { input: nothing, status: signedIn },
  'sessions.sendCode': { input: nothing, status: [401, 409, 409] },
  'sessions.confirm': {
    input: () => ({ body: { password: testPassword } }),
    status: signedIn,
    needs: ['password'],
  },
  'siteSettings.signUp': { input: () => ({ query: { invite: 'nonsense' } }), status: anyone },

  'mentions.suggest': { input: () => ({ query: { name: 'ma' } }), status: signedIn },
  'embeds.oembed': {
    input: ({ app, videoId }) => ({ query: { url: `${app.origin}/watch/${videoId}`, ...embedLimits } }),
    status: anyone,
  },
  'search.suggest': { input: () => ({ query: { q: 'bi' } }), status: anyone },

  'subscriptions.toggle': {
    input: ({ ownerId }) => ({ params: { channelId: ownerId }, body: { isSubscribed: true } }),
    status: [401, 200, 400],
  },
  'subscriptions.setBell': {
    input: ({ ownerId }) => ({ params: { channelId: ownerId }, body: { bell: 'all' } }),
    prepare: async (_app, client, { params }) => {
      await client.call(api.subscriptions.toggle, {
        params: { channelId: params?.channelId ?? '' },
        body: { isSubscribed: true },
      })
    },
    status: [401, 200, 404],
  },
  'subscriptions.info': { input: ({ ownerId }) => ({ params: { channelId: ownerId } }), status: anyone },
  'subscriptions.listChannels': { input: nothing, status: signedIn },
  'subscriptions.list': {
    input: () => ({ query: { ...page, query: 'bird', sort: 'activity' } }),
    status: signedIn,
  },

  'tweets.create': {
    input: async () => ({ form: formOf({ content: 'Hello', alt1: 'A bird', image: await png() }) }),
    status: signedIn,
    needs: ['image'],
    isCostly: true,
  },
  'tweets.list': { input: () => ({ query: list }), status: anyone },
  'tweets.get': { input: ({ tweetId }) => ({ params: { id: tweetId } }), status: anyone },
  'tweets.update': {
    input: ({ tweetId }) => ({ params: { id: tweetId }, body: { content: 'Hello' } }),
    status: ownerOnly,
  },
  'tweets.setCommentsMode': {
    input: ({ tweetId }) => ({ params: { id: tweetId }, body: { commentsMode: 'on' } }),
    status: ownerOnly,
  },
  'tweets.remove': { input: async (site) => ({ params: { id: await site.newTweet() } }), status: ownerOnly },

  'twoStep.status': { input: nothing, status: signedIn },
  'twoStep.setUp': { input: nothing, status: signedIn },
  'twoStep.enable': { input: () => ({ body: { code: '123456' } }), status: [401, 400, 400] },
  'twoStep.renewCodes': { input: () => ({ body: { code: '123456' } }), status: [401, 409, 409] },
  'twoStep.disable': {
    input: () => ({ body: { password: testPassword, code: '123456' } }),
    status: [401, 409, 409],
    needs: ['password'],
  },

  'uploadDrafts.list': { input: nothing, status: signedIn },
  'uploadDrafts.save': {
    input: async (site) => ({ body: { _id: await site.newUploadDraft(), ...draftBody } }),
    status: videoOwnerOnly,
  },
  'uploadDrafts.setThumbnail': {
    input: async (site) => ({
      params: { id: await site.newUploadDraft() },
      form: formOf({ thumbnail: await png() }),
    }),
    status: videoOwnerOnly,
    needs: ['thumbnail'],
    isCostly: true,
  },
  'uploadDrafts.getThumbnail': {
    input: async (site) => ({ params: { id: await site.newUploadDraft() } }),
    status: videoOwnerOnly,
  },
  'uploadDrafts.frames': {
    input: async (site) => ({ params: { id: await site.openUpload() } }),
    // It is not finished.
    status: [401, 404, 409],
  },
  'uploadDrafts.remove': {
    input: async (site) => ({ params: { id: await site.newUploadDraft() } }),
    status: videoOwnerOnly,
  },

  'uploads.options': { input: nothing, status: [204, 204, 204] },
  'uploads.open': { input: () => ({ headers: { ...tus, 'upload-length': '10' } }), status: [401, 201, 201] },
  'uploads.append': {
    input: async (site) => ({
      ...(await anUpload(site, { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' })),
      bytes,
    }),
    status: [401, 404, 204],
  },
  'uploads.offset': { input: (site) => anUpload(site, {}), status: [401, 404, 200] },
  'uploads.cancel': { input: (site) => anUpload(site, {}), status: [401, 404, 204] },

  'signIn.register': {
    input: (site, actor) => {
      const username = `n${newId().slice(-12)}`
      const account = { fullname: 'New Comer', username, email: `${username}@example.org` }
      return { as: site.copyOf(actor), body: { ...account, password: testPassword } }
    },
    prepare: (app, client, { body }) => prove(app, client, String(body?.email)),
    status: anyone,
  },
  'signIn.login': {
    input: ({ app, ownerName }) => ({
      as: app.visitor(),
      body: { username: ownerName, password: testPassword },
    }),
    status: anyone,
    needs: ['username'],
  },
  'signIn.pendingSecondStep': { input: nothing, status: anyone },
  'signIn.secondStep': {
    input: () => ({ body: { code: '123456', isRemembered: false } }),
    status: [400, 400, 400],
  },
  'signIn.logout': { input: asNewPerson, status: anyone },
  'accounts.sendEmailOtp': { input: () => ({ body: { email: `${newId()}@example.org` } }), status: anyone },
  'accounts.verifyEmailOtp': {
    input: () => ({ body: { email: 'nobody@example.org', otp: '123456' } }),
    status: [400, 400, 400],
  },
  'accounts.resetPasswordEmailOtp': {
    input: () => ({ body: { email: `${newId()}@example.org` } }),
    status: anyone,
  },
  'accounts.resetPassword': {
    input: () => ({ body: { email: 'nobody@example.org', password: 'Songbird7!' } }),
    status: [400, 400, 400],
  },
  'accounts.changePassword': {
    input: async (site, actor, mayPass) => ({
      ...(await asNewPerson(site, actor, mayPass)),
      body: { oldPassword: testPassword, newPassword: 'Songbird8' },
    }),
    status: signedIn,
  },
  'accounts.setPassword': { input: () => ({ body: { password: 'Songbird8' } }), status: [401, 409, 409] },
  'accounts.updateAccount': {
    input: () => ({ body: { fullname: 'Test Person', bio: 'Hello', location: 'Here' } }),
    status: signedIn,
  },
  'accounts.confirmEmail': { input: () => ({ body: { otp: '123456' } }), status: [401, 400, 400] },
  'accounts.updateAvatar': {
    input: async () => ({ form: formOf({ avatar: await png() }) }),
    status: signedIn,
  },
  'accounts.updateCover': {
    input: async () => ({ form: formOf({ coverimage: await png() }) }),
    status: signedIn,
  },
  'accountDeletion.deleteAccount': {
    input: async (site, actor, mayPass) => ({
      ...(await asNewPerson(site, actor, mayPass)),
      body: { password: testPassword },
    }),
    status: signedIn,
    needs: ['password'],
  },
  'accountDeletion.closingAccount': { input: nothing, status: [400, 400, 400] },
  'accountDeletion.restoreAccount': { input: nothing, status: [400, 400, 400] },
  'accounts.currentUser': { input: nothing, status: signedIn },
  'diskSpace.storage': { input: nothing, status: signedIn },
  'accounts.channel': { input: ({ ownerName }) => ({ params: { username: ownerName } }), status: anyone },
  'accounts.channelWithoutName': { input: nothing, status: [400, 400, 400] },

  'videos.upload': {
    input: async () => ({ form: await uploadForm('tiny', { description: 'Hello', visibility: 'unlisted' }) }),
    status: signedIn,
    needs: ['videofile'],
    isCostly: true,
  },
  'videos.list': {
    input: () => ({ query: { ...list, exact: 'true', uploaded: 'week', length: 'short', captions: 'true' } }),
    status: anyone,
  },
  'videos.listByIds': {
    input: ({ videoId }) => ({ query: { ids: videoId } }),
    status: signedIn,
  },
  'videos.get': { input: ({ videoId }) => ({ params: { id: videoId } }), status: anyone },
  'videos.update': {
    input: ({ videoId }) => ({
      params: { id: videoId },
      form: formOf({ title: 'A bird', description: 'Hello', visibility: 'public' }),
    }),
    status: videoOwnerOnly,
  },
  'videos.remove': {
    input: async (site) => ({ params: { id: await site.newVideo() } }),
    status: videoOwnerOnly,
  },
  'videos.restore': {
    input: async (site) => ({ params: { id: await site.newVideo() } }),
    prepare: async ({ context }, _client, { params }) => {
      await context.sql`
        update videos set removed_at = now(), removed_from = owner_id, removed_visibility = visibility,
          undo_until = now() + interval '1 hour', owner_id = null, visibility = 'private'
        where id::text = ${params?.id ?? ''} and owner_id is not null`
    },
    status: videoOwnerOnly,
  },
  'videos.retry': {
    input: ({ videoId }) => ({ params: { id: videoId } }),
    status: [401, 404, 400],
  },
  'videos.setCaptions': {
    input: ({ videoId }) => ({
      params: { id: videoId },
      form: formOf({
        captions: new File(['00:01 --> 00:02\nHello'], 'captions.srt'),
        language: 'en',
        name: 'English',
      }),
    }),
    status: videoOwnerOnly,
    needs: ['captions'],
  },
  'videos.removeCaptions': {
    input: ({ videoId }) => ({ params: { id: videoId, captionsId: 'captions-1' } }),
    status: [401, 404, 404],
  },
  'videos.download': { input: ({ videoId }) => ({ params: { id: videoId } }), status: [401, 409, 409] },
  'videos.recordView': {
    input: async ({ app, videoId: id }) => {
      const { data } = await app.visitor().call(api.videos.get, { params: { id } })
      return { params: { id }, body: { viewToken: data.viewToken } }
    },
    status: anyone,
  },
  'statistics.recordPlayed': {
    input: async ({ app, videoId: id }) => {
      const { data } = await app.visitor().call(api.videos.get, { params: { id } })
      return { params: { id }, body: { viewToken: data.viewToken, ranges: [{ from: 0, to: 1.5 }] } }
    },
    status: anyone,
  },
  'statistics.ofVideo': {
    input: ({ videoId }) => ({ params: { id: videoId }, query: { days: '7' } }),
    status: videoOwnerOnly,
  },
  'events.stream': { input: nothing, status: signedIn },
}
