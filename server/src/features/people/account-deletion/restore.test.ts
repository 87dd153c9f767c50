import { api } from '@vireo/contract'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { codeOf, type TestClient } from '../../../../test/app/client.ts'
import { passRestorePeriod } from '../../../../test/content/deletion.ts'
import { formWith, picture } from '../../../../test/content/pictures.ts'
import { postTweet } from '../../../../test/content/tweets.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { testPassword } from '../../../../test/password.ts'
import { patiently } from '../../../../test/patience.ts'
import { formatDay, secondsAfter } from '../../../lib/clock.ts'
import { newWindow, prove } from '../accounts/test-kit.ts'
import { removeClosedAccounts } from './account-deletion.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => {
  newWindow(app)
  app.clock.stop()
})
afterAll(() => app.close())

type Member = Awaited<ReturnType<TestApp['signedIn']>>
const close = (client: Member) =>
  client.call(api.accountDeletion.deleteAccount, { body: { password: client.person.password } })
const login = (client: TestClient, username: string, password = testPassword) =>
  client.call(api.signIn.login, { body: { username, password } })
const restore = (client: TestClient) => client.call(api.accountDeletion.restoreAccount)
const me = (client: TestClient) => client.call(api.accounts.currentUser)

const wrong = [401, 'auth.wrong-credentials']
const closing = [403, 'account.closing']
const expired = [400, 'auth.flow-expired']

/** A person who has deleted their account. */
async function deletedPerson() {
  const robin = await app.signedIn()
  await close(robin)
  return robin
}

/** A person who has deleted their account and has just signed in to it again. */
async function returningPerson() {
  const robin = await deletedPerson()
  expect(codeOf(await login(robin, robin.person.username))).toEqual(closing)
  return robin
}

it('signing in shows when the account will be deleted, and keeping it signs in and restores everything', async () => {
  const [robin, wren] = [await app.signedIn('Returning'), await app.signedIn()]
  const { id, username, email } = robin.person
  const { videoId, folder } = await addVideo(app, { ownerId: id })
  await app.context.storage.putBytes(`${folder}/poster/640.webp`, new Uint8Array([1]), 'image/webp')
  const tweet = await postTweet(robin)
  const avatar = formWith('avatar', await picture(64, 64).png().toBuffer())
  const { data: withAvatar } = await robin.call(api.accounts.updateAvatar, { form: avatar })
  const theirs = await addVideo(app, { ownerId: wren.person.id })
  const theirVideo = { params: { videoId: theirs.videoId } }
  await robin.call(api.comments.addToVideo, { ...theirVideo, body: { comment: 'Fine birds' } })
  await robin.call(api.likes.toggleVideo, theirVideo)
  await wren.call(api.likes.toggleVideo, { params: { videoId } })
  await robin.call(api.subscriptions.toggle, { params: { channelId: wren.person.id } })
  await wren.call(api.subscriptions.toggle, { params: { channelId: id } })
  const body = { name: 'Birds', visibility: 'public' as const, videoId: theirs.videoId }
  await robin.call(api.playlists.create, { body })

  const seen = async () => {
    // Access to a picture is cached for three seconds.
    app.clock.advance(4)
    const visitor = app.visitor()
    const channel = async (name: string) =>
      (await visitor.call(api.accounts.channel, { params: { username: name } })).data
    const likesOf = async (one: string) =>
      (await visitor.call(api.videos.get, { params: { id: one } })).data?.likes
    const statuses = await Promise.all([
      visitor.fetch(`/media/${folder}/poster/640.webp`),
      visitor.fetch(tweet.pictures[0]?.url ?? ''),
      visitor.fetch(withAvatar.avatar ?? ''),
      visitor.call(api.tweets.get, { params: { id: tweet._id } }),
    ])
    const { data: found } = await visitor.call(api.videos.list, { query: { query: 'returning' } })
    return {
      statuses: statuses.map(({ status }) => status),
      channel: await channel(username),
      other: await channel(wren.person.username),
      likes: await Promise.all([videoId, theirs.videoId].map(likesOf)),
      comments: (await visitor.call(api.comments.listOfVideo, { ...theirVideo, query: {} })).data.comments
        .length,
      playlists: (
        await visitor.call(api.playlists.listOfChannel, { params: { channelId: id }, query: {} })
      ).data?.playlists.map(({ name, videosCount }) => [name, videosCount]),
      followed: (await wren.call(api.subscriptions.listChannels)).data.subscribedChannel.length,
      found: (found.users ?? []).length,
    }
  }
  const before = await seen()
  expect(before).toMatchObject({
    likes: [1, 1],
    comments: 1,
    playlists: [['Birds', 1]],
    followed: 1,
    found: 1,
  })
  expect(before.channel).toMatchObject({ subscribersCount: 1, channelSubscribedToCount: 1 })
  expect(before.statuses).toEqual([200, 200, 200, 200])

  const closesAt = secondsAfter(app.clock.now(), 7 * 24 * 3600)
  await close(robin)
  const meanwhile = await seen()
  expect(meanwhile).toMatchObject({ channel: null, comments: 0, followed: 0, found: 0 })
  expect(meanwhile.statuses).toEqual([404, 404, 404, 404])

  app.clock.advance(6 * 24 * 3600)
  const refused = await login(robin, username)
  expect(codeOf(refused)).toEqual(closing)
  expect(refused.message).toBe(`This account will be deleted on ${formatDay(closesAt)}.`)
  expect(robin.cookies.has('vireo_session')).toBe(false)
  expect(await me(robin)).toMatchObject({ status: 401 })
  const { data: shown } = await robin.call(api.accountDeletion.closingAccount)
  expect(shown).toEqual({ username, closesAt: closesAt.toISOString() })

  const kept = await restore(robin)
  expect(kept).toMatchObject({ status: 200, message: 'Your account has been restored', data: { _id: id } })
  expect(await me(robin)).toMatchObject({ status: 200, data: { username, pendingEmail: null } })
  expect(await seen()).toEqual(before)
  const mail = await app.newestMail(email)
  expect(mail.subject).toBe('Your Vireo account was restored')
  expect(mail.text).toContain('Your account Returning was restored and is not deleted.')
  await passRestorePeriod(app)
  expect(await login(app.visitor(), username)).toMatchObject({ status: 200 })
})

it('a wrong password, an unknown address and a reset code do not reveal that an account is deleted', async () => {
  const { person } = await deletedPerson()
  const visitor = app.visitor()
  expect(codeOf(await login(visitor, person.username, 'Songbird8'))).toEqual(wrong)
  expect(visitor.cookies.size).toBe(0)
  const asked = (email: string) => app.visitor().call(api.accounts.resetPasswordEmailOtp, { body: { email } })
  const [known, unknown] = [await asked(person.email), await asked('nobody.here@example.org')]
  expect(known.envelope).toEqual(unknown.envelope)
  expect(codeOf(await visitor.call(api.accountDeletion.closingAccount))).toEqual(expired)
})

it('a deleted account can get a new password, which neither signs in nor restores it, and ends a restore begun with the old one', async () => {
  const robin = await returningPerson()
  const { username, email } = robin.person
  const visitor = app.visitor()
  await prove(app, visitor, email, 'reset')
  const password = 'Sparrow8!'
  expect(await visitor.call(api.accounts.resetPassword, { body: { email, password } })).toMatchObject({
    status: 200,
  })
  expect(await me(visitor)).toMatchObject({ status: 401 })
  expect(await app.visitor().call(api.accounts.channel, { params: { username } })).toMatchObject({
    status: 404,
  })
  expect(codeOf(await restore(robin))).toEqual(expired)
  expect(codeOf(await login(robin, username))).toEqual(wrong)
  expect(codeOf(await login(visitor, username, password))).toEqual(closing)
  expect(await restore(visitor)).toMatchObject({ status: 200 })
})

it('with two-step sign-in the code comes first, and is not asked for again', async () => {
  const robin = await app.signedIn()
  const { data } = await robin.call(api.twoStep.setUp)
  const totp = new TOTP({ secret: data.secret })
  const codeNow = () => totp.generate({ timestamp: app.clock.now().getTime() })
  await robin.call(api.twoStep.enable, { body: { code: codeNow() } })
  await close(robin)
  app.clock.advance(60)
  const visitor = app.visitor()
  expect(codeOf(await login(visitor, robin.person.username))).toEqual([401, 'auth.second-step'])
  expect(codeOf(await restore(visitor))).toEqual(expired)
  const second = await visitor.call(api.signIn.secondStep, { body: { code: codeNow() } })
  expect(codeOf(second)).toEqual(closing)
  expect(await me(visitor)).toMatchObject({ status: 401 })
  expect(await restore(visitor)).toMatchObject({ status: 200 })
  expect(await me(visitor)).toMatchObject({ status: 200 })
})

describe('an account is not restored', () => {
  it('in another browser', async () => {
    const robin = await returningPerson()
    for (const call of [api.accountDeletion.closingAccount, api.accountDeletion.restoreAccount])
      expect(codeOf(await app.visitor().call(call))).toEqual(expired)
    expect(await restore(robin)).toMatchObject({ status: 200 })
  })

  it('twice, neither by two simultaneous clicks nor by an earlier sign-in', async () => {
    const robin = await returningPerson()
    const other = app.visitor()
    await login(other, robin.person.username)
    const answers = await Promise.all([restore(robin), restore(robin)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(codeOf(await restore(other))).toEqual(expired)
    await close(robin)
    expect(codeOf(await restore(other))).toEqual(expired)
  })

  it('ten minutes after the sign-in', async () => {
    const robin = await returningPerson()
    app.clock.advance(10 * 60)
    for (const call of [api.accountDeletion.closingAccount, api.accountDeletion.restoreAccount])
      expect(codeOf(await robin.call(call))).toEqual(expired)
    expect(codeOf(await login(robin, robin.person.username))).toEqual(closing)
  })

  it('after its date, even before it is removed', async () => {
    const robin = await deletedPerson()
    app.clock.advance(7 * 24 * 3600 - 60)
    expect(codeOf(await login(robin, robin.person.username))).toEqual(closing)
    app.clock.advance(120)
    for (const call of [api.accountDeletion.closingAccount, api.accountDeletion.restoreAccount])
      expect(codeOf(await robin.call(call))).toEqual(expired)
    expect(codeOf(await login(robin, robin.person.username))).toEqual(wrong)
  })
})

describe('when an account is kept and removed at the same moment', () => {
  const { signal } = new AbortController()
  /** Removes accounts as a process whose clock is ahead would. */
  const remove = () =>
    removeClosedAccounts(app.context.sql, secondsAfter(app.clock.now(), 8 * 24 * 3600), signal)
  const waiting = () =>
    vi.waitFor(async () => {
      const rows = await app.context.sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      expect(rows.length).toBeGreaterThan(0)
    }, patiently)

  it('the removal that came first wins', async () => {
    const robin = await returningPerson()
    const { sql } = app.context
    const { id } = robin.person
    const { answer } = await sql.begin(async (tx) => {
      await tx`select from users where id = ${id} for update`
      const kept = restore(robin)
      await waiting()
      await tx`update users set deleted_at = now(), closes_at = null where id = ${id}`
      return { answer: kept }
    })
    expect(codeOf(await answer)).toEqual(expired)
    expect(codeOf(await login(robin, robin.person.username))).toEqual(wrong)
  })

  it('the restore that came first wins', async () => {
    const robin = await returningPerson()
    const { sql } = app.context
    await sql.begin(async (tx) => {
      await tx`update users set closes_at = null where id = ${robin.person.id}`
      await remove()
    })
    await remove()
    expect(await login(robin, robin.person.username)).toMatchObject({ status: 200 })
  })
})

it('a sign-in that is under way while the account is deleted is refused', async () => {
  const robin = await app.signedIn()
  const { sql } = app.context
  const visitor = app.visitor()
  const { answer } = await sql.begin(async (tx) => {
    await tx`update users set closes_at = now() + interval '7 days' where id = ${robin.person.id}`
    const signingIn = login(visitor, robin.person.username)
    await vi.waitFor(async () => {
      const rows = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      expect(rows).toHaveLength(1)
    }, patiently)
    return { answer: signingIn }
  })
  expect(codeOf(await answer)).toEqual(wrong)
  expect(await sql`select from sessions where user_id = ${robin.person.id}`).toHaveLength(1)
})
