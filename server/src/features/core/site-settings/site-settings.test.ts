import { api, type SignUpMode } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { codeOf } from '../../../../test/app/client.ts'
import { addTweet } from '../../../../test/content/tweets.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { newcomer, newWindow, prove } from '../../people/accounts/test-kit.ts'
import { actionsOf, report, staff } from '../../staff/moderation/test-kit.ts'
import { hasHeldWord } from './held-words.ts'

let app: TestApp
let admin: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  app = await createTestApp()
  admin = await staff(app, 'admin')
})
beforeEach(() => newWindow(app))
afterAll(() => app.close())

const setSignUp = (signUp: SignUpMode) => admin.call(api.siteSettings.setSignUp, { body: { signUp } })
const invite = async (uses: number, days = 1) =>
  (await admin.call(api.siteSettings.invite, { body: { uses, days } })).data

/** A visitor whose e-mail address is verified; returns the function that registers the account. */
async function verified(username: string) {
  const client = app.visitor()
  await setSignUp('open')
  await prove(app, client, `${username}@example.org`)
  return (token?: string) =>
    client.call(api.signIn.register, { body: { ...newcomer(username), ...(token && { invite: token }) } })
}

describe('sign-up', () => {
  it('that is closed accepts nobody, with or without an invitation, and sends no codes', async () => {
    const register = await verified('too.late')
    const { token } = await invite(1)
    await setSignUp('closed')
    for (const one of [undefined, token])
      expect(await register(one)).toMatchObject({ status: 403, envelope: { code: 'account.sign-up-closed' } })
    const code = await app.visitor().call(api.accounts.sendEmailOtp, { body: { email: 'late@example.org' } })
    expect(code).toMatchObject({ status: 403, envelope: { code: 'account.sign-up-closed' } })
    const { data } = await app.visitor().call(api.siteSettings.signUp, { query: {} })
    expect(data).toEqual({ signUp: 'closed', isInvited: false })
    await setSignUp('open')
    expect((await register()).status).toBe(200)
  })

  it('by invitation accepts as many people as the invitation allows', async () => {
    const registers = [
      await verified('guest.one'),
      await verified('guest.two'),
      await verified('guest.three'),
    ]
    const { token, invitation } = await invite(2)
    await setSignUp('invitation')
    const ask = () => app.visitor().call(api.siteSettings.signUp, { query: { invite: token } })
    expect((await ask()).data).toEqual({ signUp: 'invitation', isInvited: true })
    expect((await registers[0]?.())?.envelope.code).toBe('account.invitation-invalid')
    expect((await registers[0]?.('nonsense'))?.status).toBe(403)
    const answers = await Promise.all(registers.map((register) => register(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 403])
    expect((await ask()).data.isInvited).toBe(false)
    const { data } = await admin.call(api.siteSettings.invitations)
    expect(data.invitations.some((one) => one._id === invitation._id)).toBe(false)
  })

  it('is refused with an expired or revoked invitation, which a taken username does not use up', async () => {
    const register = await verified('guest.four')
    const [{ token }, short, revoked] = [await invite(1), await invite(1, 1), await invite(1)]
    await admin.call(api.siteSettings.revokeInvitation, { params: { id: revoked.invitation._id } })
    await setSignUp('invitation')
    expect((await register(revoked.token)).status).toBe(403)
    await app.createPerson('guest.four', 'Someone Else')
    expect((await register(token)).status).toBe(409)
    const invited = (one: string) => app.visitor().call(api.siteSettings.signUp, { query: { invite: one } })
    expect((await invited(token)).data.isInvited).toBe(true)
    app.clock.advance(25 * 3600)
    expect((await invited(short.token)).data.isInvited).toBe(false)
    expect(JSON.stringify(await app.context.sql`select * from invitations`)).not.toContain(token)
    await setSignUp('open')
  })

  it('is set by administrators only', async () => {
    const moderator = await staff(app, 'moderator')
    const body = { signUp: 'closed' as const }
    expect((await moderator.call(api.siteSettings.setSignUp, { body })).status).toBe(404)
    expect((await moderator.call(api.siteSettings.invite, { body: { uses: 1, days: 1 } })).status).toBe(404)
  })
})

describe('finding a held word', () => {
  it.each([
    ['Buy at the CASINO!', 'casino', true],
    ['casinos', 'casino', false],
    ['cas\u200bi\u00adno', 'casino', true],
    ['ｃａｓｉｎｏ', 'casino', true],
    ['CAFE\u0301 culture', 'café', true],
    ['GROSSE Straße', 'straße', true],
    ['STRASSE', 'straße', true],
    ['Buy   it -- now', 'buy it now', true],
    ['buy it tomorrow', 'buy it now', false],
    ['ΟΔΟΣ', 'οδος', true],
    ['私は賭博が好き', '賭博', true],
    ['snow', 'now', false],
    ['anything', '!!!', false],
  ])('in %j: %j gives %j', (text, word, isFound) => {
    expect(hasHeldWord(text, [word])).toBe(isFound)
  })
})

describe('a comment with a held word', () => {
  beforeAll(async () => {
    const body = { words: [' Casino ', 'CASINO', '', 'buy it now'] }
    expect((await admin.call(api.siteSettings.setHeldWords, { body })).status).toBe(200)
    const { data } = await admin.call(api.siteSettings.get)
    expect(data.heldWords).toEqual(['Casino', 'buy it now'])
  })

  const post = async (client: typeof admin, videoId: string, comment: string, parentId?: string) => {
    const body = { comment, ...(parentId && { parentId }) }
    return (await client.call(api.comments.addToVideo, { params: { videoId }, body })).data.comment
  }
  const list = async (client: Pick<typeof admin, 'call'>, videoId: string) =>
    (await client.call(api.comments.listOfVideo, { params: { videoId }, query: {} })).data
  const approve = (commentId: string, updatedAt: string) =>
    admin.call(api.moderation.approve, { params: { commentId }, body: { updatedAt } })

  it('is visible only to its author until a moderator approves it, and only then counted and announced', async () => {
    const [author, owner, moderator] = [
      await app.signedIn(),
      await app.signedIn(),
      await staff(app, 'moderator'),
    ]
    const { videoId } = await addVideo(app, { ownerId: owner.person.id })
    const held = await post(author, videoId, 'Visit the casino')
    expect(held.isHeld).toBe(true)
    expect((await list(author, videoId)).comments).toMatchObject([{ _id: held._id, isHeld: true }])
    for (const client of [owner, app.visitor(), moderator])
      expect(await list(client, videoId)).toMatchObject({ comments: [], totalDocs: 0 })
    const params = { commentId: held._id }
    expect((await owner.call(api.likes.toggleComment, { params })).status).toBe(404)
    expect((await owner.call(api.comments.replies, { params, query: {} })).status).toBe(404)
    expect((await report(owner, 'comment', held._id)).status).toBe(404)
    expect(await actionsOf(owner)).toEqual([])
    const { data: waiting } = await moderator.call(api.moderation.held, { query: {} })
    expect(waiting.docs.at(-1)).toMatchObject({
      comment: { _id: held._id },
      subject: { kind: 'video', id: videoId },
    })
    expect((await moderator.call(api.moderation.summary)).data.heldComments).toBe(waiting.docs.length)
    expect((await approve(held._id, held.updatedAt)).status).toBe(200)
    expect((await approve(held._id, held.updatedAt)).status).toBe(404)
    expect(await list(owner, videoId)).toMatchObject({ comments: [{ isHeld: false }], totalDocs: 1 })
    expect(await actionsOf(owner)).toEqual(['commented on your video'])
  })

  it('is held even if an edit added the word, and shown once an edit removes it', async () => {
    const [author, owner] = [await app.signedIn(), await app.signedIn()]
    const { tweetId } = await addTweet(app, { ownerId: owner.person.id })
    const { data } = await author.call(api.comments.addToTweet, {
      params: { tweetId },
      body: { content: 'Hello' },
    })
    const params = { commentId: data.comment._id }
    const edit = (content: string) => author.call(api.comments.updateOnTweet, { params, body: { content } })
    const count = async () =>
      (await owner.call(api.tweets.get, { params: { id: tweetId } })).data.tweet.repliesCount
    expect(await count()).toBe(1)
    expect((await edit('Buy it: now')).data.updatedComment).toMatchObject({ isHeld: true })
    expect([await count(), await actionsOf(owner)]).toEqual([0, []])
    expect((await edit('Hello again')).data.updatedComment).toMatchObject({ isHeld: false })
    expect([await count(), await actionsOf(owner)]).toEqual([1, ['replied to your tweet']])
  })

  it('cannot be approved if its author changed it meanwhile', async () => {
    const author = await app.signedIn()
    const { videoId } = await addVideo(app)
    const held = await post(author, videoId, 'A nice casino')
    const params = { commentId: held._id }
    await author.call(api.comments.updateOnVideo, { params, body: { comment: 'A horrible casino' } })
    expect(await approve(held._id, held.updatedAt)).toMatchObject({
      status: 409,
      envelope: { code: 'moderation.changed' },
    })
  })

  it('can be removed with a notification to its author, and a reversal holds it again', async () => {
    const [author, other] = [await app.signedIn(), await app.signedIn()]
    const { videoId } = await addVideo(app)
    const parent = await post(other, videoId, 'First')
    const held = await post(author, videoId, 'casino casino', parent._id)
    const params = { commentId: held._id }
    const removed = await admin.call(api.moderation.removeHeld, { params, body: { reason: 'spam' } })
    expect(removed.status).toBe(200)
    expect(await actionsOf(author)).toEqual([
      'removed your comment “casino casino”. Reason: Spam or misleading.',
    ])
    const { data } = await admin.call(api.moderation.log, { query: { limit: 1 } })
    await admin.call(api.moderation.reverse, { params: { id: data.docs[0]?._id ?? '' } })
    const replies = { params: { commentId: parent._id }, query: {} }
    expect((await author.call(api.comments.replies, replies)).data).toMatchObject({
      comments: [{ isHeld: true }],
      totalDocs: 0,
    })
    expect((await other.call(api.comments.replies, replies)).data.comments).toEqual([])
  })

  const edit = async (client: typeof admin, commentId: string, comment: string) =>
    (await client.call(api.comments.updateOnVideo, { params: { commentId }, body: { comment } })).data
      .updatedComment
  const answer = (client: typeof admin, videoId: string, parentId: string, comment = 'An answer') =>
    client.call(api.comments.addToVideo, { params: { videoId }, body: { comment, parentId } })

  it('cannot be answered, nor can its replies, until it is approved', async () => {
    const [author, other] = [await app.signedIn(), await app.signedIn()]
    const { videoId } = await addVideo(app)
    const parent = await post(author, videoId, 'First')
    const reply = await post(other, videoId, 'Second', parent._id)
    const heldReply = await post(author, videoId, 'A casino', parent._id)
    const spam = `@${other.person.username} spam`
    expect(codeOf(await answer(author, videoId, heldReply._id, spam))).toEqual([409, 'comment.held'])
    const held = await edit(author, parent._id, 'Another casino')
    for (const { _id } of [parent, reply])
      expect(codeOf(await answer(author, videoId, _id, spam))).toEqual([409, 'comment.held'])
    expect(codeOf(await answer(other, videoId, parent._id))).toEqual([404, 'comment.not-found'])
    expect(codeOf(await answer(other, videoId, reply._id))).toEqual([409, 'comment.held'])
    expect(await actionsOf(other)).toEqual([])
    await approve(parent._id, held.updatedAt)
    expect((await answer(other, videoId, reply._id)).status).toBe(200)
  })

  it('hides its replies and their notifications from all but its author until it is approved', async () => {
    const [author, other, bob] = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
    const { videoId } = await addVideo(app)
    const parent = await post(author, videoId, 'First')
    const reply = await post(other, videoId, `Second, @${bob.person.username}`, parent._id)
    const own = await post(author, videoId, 'Third', parent._id)
    expect(await actionsOf(bob)).toEqual(['mentioned you in a comment'])
    const held = await edit(author, parent._id, 'A casino')
    await edit(author, own._id, `Third, @${bob.person.username}`)
    const params = { commentId: reply._id }
    const statuses = async (client: typeof admin) => [
      (await client.call(api.comments.thread, { params })).status,
      (await client.call(api.comments.replies, { params, query: {} })).status,
      (await client.call(api.likes.toggleComment, { params })).status,
    ]
    expect(await actionsOf(bob)).toEqual([])
    expect(await statuses(bob)).toEqual([404, 404, 404])
    const content = 'Who replied can still change it'
    expect((await edit(other, reply._id, content)).content).toBe(content)
    expect((await report(bob, 'comment', reply._id)).status).toBe(404)
    expect((await app.visitor().call(api.comments.thread, { params })).status).toBe(404)
    expect(await statuses(author)).toEqual([200, 200, 200])
    expect(await actionsOf(author), 'its author still sees the replies').toEqual(['replied to your comment'])
    await approve(parent._id, held.updatedAt)
    expect(await statuses(bob)).toEqual([200, 200, 200])
    expect(await actionsOf(bob)).toEqual(['mentioned you in a comment', 'mentioned you in a comment'])
  })

  it('notifies the person it answers when it is approved, not the author of the top comment', async () => {
    const [first, second, author] = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
    const { videoId } = await addVideo(app)
    const parent = await post(first, videoId, 'First')
    const reply = await post(second, videoId, 'Second', parent._id)
    const notified = async () => [await actionsOf(first), await actionsOf(second)]
    const before = ['replied to your comment']
    const held = await post(author, videoId, 'A casino', reply._id)
    expect(await notified()).toEqual([before, []])
    await approve(held._id, held.updatedAt)
    expect(await notified()).toEqual([before, ['replied to your comment']])
  })

  it('notifies nobody again if it was shown before', async () => {
    const [first, second, author] = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
    const { videoId } = await addVideo(app)
    const parent = await post(first, videoId, 'First')
    const reply = await post(second, videoId, 'Second', parent._id)
    const third = await post(author, videoId, 'Third', reply._id)
    const notified = async () => [await actionsOf(first), await actionsOf(second)]
    const before = await notified()
    await edit(author, third._id, 'A casino')
    await edit(author, third._id, 'Third again')
    expect(await notified()).toEqual(before)
  })

  it('notifies only those it mentions if the comment it answers was deleted', async () => {
    const [first, second, author, bob] = [
      await app.signedIn(),
      await app.signedIn(),
      await app.signedIn(),
      await app.signedIn(),
    ]
    const { videoId } = await addVideo(app)
    const parent = await post(first, videoId, 'First')
    const reply = await post(second, videoId, 'Second', parent._id)
    const held = await post(author, videoId, `A casino, @${bob.person.username}`, reply._id)
    await second.call(api.comments.removeFromVideo, { params: { commentId: reply._id } })
    await approve(held._id, held.updatedAt)
    expect([await actionsOf(first), await actionsOf(bob)]).toEqual([[], ['mentioned you in a comment']])
  })
})
