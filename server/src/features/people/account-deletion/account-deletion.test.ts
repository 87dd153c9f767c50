import { addressOf, api, tooManyRequestsMessage } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { codeOf } from '../../../../test/app/client.ts'
import { deleteAccountPermanently, passRestorePeriod } from '../../../../test/content/deletion.ts'
import { formWith, picture } from '../../../../test/content/pictures.ts'
import { postTweet } from '../../../../test/content/tweets.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { dumpDatabase } from '../../../../test/database/dump.ts'
import { testPassword } from '../../../../test/password.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { formatMinute, secondsAfter } from '../../../lib/clock.ts'
import { startDigestsJob } from '../../inbox/notifications/digest/digest.jobs.ts'
import { changeAdmin } from '../../staff/moderation/staff.service.ts'
import {
  findOpenCase,
  latestEntry,
  report,
  reverse,
  staff,
  suspend,
} from '../../staff/moderation/test-kit.ts'
import { hasAdmin } from '../accounts/status/account-status.queries.ts'
import { applyAdminEmail } from '../accounts/status/account-status.service.ts'
import { newcomer, prove } from '../accounts/test-kit.ts'
import { removeClosedAccounts } from './account-deletion.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => app.clock.advance(16 * 60))
afterAll(() => app.close())

type Client = Awaited<ReturnType<TestApp['signedIn']>>
const remove = (client: Client, password?: string) =>
  client.call(api.accountDeletion.deleteAccount, { body: { password } })
const login = (username: string, client = app.visitor()) =>
  client.call(api.signIn.login, { body: { username, password: testPassword } })

/** Mails have soft line breaks. */
const unfold = (text: string) => text.replace(/=\r?\n/g, '')
const hiddenAt = async (addresses: (string | null)[]) => {
  // Access to a picture is cached for three seconds.
  app.clock.advance(4)
  for (const address of addresses) expect((await app.visitor().fetch(address ?? '')).status).toBe(404)
}

it('deletion hides the account, its pictures and tweets at once, and leaves no trace of the person after seven days', async () => {
  const robin = await app.signedIn('Leaving.Robin')
  const { id, username, email } = robin.person
  const { sql, storage } = app.context
  const elsewhere = app.visitor()
  await login(username, elsewhere)
  const avatar = formWith('avatar', await picture(64, 64).png().toBuffer())
  await robin.call(api.accounts.updateAvatar, { form: avatar })
  const cover = formWith('coverimage', await picture(640, 160).png().toBuffer())
  const { data } = await robin.call(api.accounts.updateCover, { form: cover })
  const tweet = await postTweet(robin, 'A last word')
  const changes = { email: 'robin.next@example.org', password: testPassword, bio: 'Tell no one.' }
  await robin.call(api.accounts.updateAccount, { body: changes })
  await app.newestCode('robin.next@example.org')
  const files = [data.avatar, data.coverimage, ...tweet.pictures.map(({ url }) => url)]
  const keys = files.map((address) => (address ?? '').replace('/media/', ''))
  const kept = async () => (await Promise.all(keys.map((key) => storage.stat(key)))).filter(Boolean).length

  const answer = await remove(robin, testPassword)
  expect(answer).toMatchObject({ status: 200, message: 'Your account will be deleted in 7 days', data: null })
  expect([...robin.cookies.keys()]).toEqual(['vireo_device'])
  for (const client of [robin, elsewhere])
    expect(await client.call(api.accounts.currentUser)).toMatchObject({ status: 401 })
  expect(await app.visitor().call(api.accounts.channel, { params: { username } })).toMatchObject({
    status: 404,
  })
  await hiddenAt(files)
  expect(await kept()).toBe(3)
  expect(await sql`select from email_codes where subject = ${id}`).toEqual([])

  await passRestorePeriod(app)
  expect(await sql`select from graphile_worker.jobs`).toEqual([])
  expect(await kept()).toBe(0)
  // Counters of attempts expire by themselves.
  const rows = await dumpDatabase(sql, ['rate_limits'])
  for (const trace of [id, username, email, 'robin.next@example.org', 'Tell no one.', 'A last word'])
    expect(rows).not.toContain(trace)
  await hiddenAt(files)
  expect(await login(username)).toMatchObject({ status: 401 })
})

it('a deletion is confirmed by mail, with its date and how to undo it', async () => {
  app.clock.stop()
  const robin = await app.signedIn('Told')
  const closesAt = secondsAfter(app.clock.now(), 7 * 24 * 3600)
  await remove(robin, testPassword)
  const mail = await app.newestMail(robin.person.email)
  expect(mail.subject).toBe('Your Vireo account will be deleted')
  const text = unfold(mail.text)
  expect(text).toContain('Your account Told was deleted.')
  expect(text).toContain(`It is removed for good on ${formatMinute(closesAt)}.`)
  expect(text).toContain('sign in before then and choose to keep the account')
})

it('the username and address of a deleted account stay taken until it is removed', async () => {
  const robin = await app.signedIn('Phoenix')
  await remove(robin, testPassword)
  const register = async (username: string, email: string, client = app.visitor()) => {
    await prove(app, client, email)
    return client.call(api.signIn.register, { body: { ...newcomer(username), email } })
  }
  const taken = await register('phoenix', 'other.phoenix@example.org')
  expect(codeOf(taken)).toEqual([409, 'account.username-taken'])
  // No code is sent to the address, as to every address that has an account.
  await app.visitor().call(api.accounts.sendEmailOtp, { body: { email: robin.person.email } })
  const mail = await app.newestMail(robin.person.email)
  expect(mail.subject).toBe('You already have a Vireo account')
  await passRestorePeriod(app)
  expect(await app.context.sql`select from users where id = ${robin.person.id}`).toEqual([])
  expect(await register('phoenix', robin.person.email)).toMatchObject({
    status: 200,
    data: { username: 'phoenix' },
  })
})

it('two simultaneous deletions count as one', async () => {
  const robin = await app.signedIn()
  const answers = await Promise.all([remove(robin, testPassword), remove(robin, testPassword)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  expect(await app.mailsTo(robin.person.email)).toHaveLength(1)
})

it('deletion signs out the open pages of the person', async () => {
  const robin = await app.signedIn()
  const ended = (await robin.fetch(addressOf(api.events.stream))).text()
  await remove(robin, testPassword)
  await ended
})

it('only accounts whose seven days are over are removed, and an interrupted removal is continued', async () => {
  const { sql, clock } = app.context
  const { signal } = new AbortController()
  // Removes the accounts of previous tests.
  await removeClosedAccounts(sql, secondsAfter(clock.now(), 7 * 24 * 3600), signal)
  const early = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
  for (const client of early) await remove(client, testPassword)
  app.clock.advance(3600)
  const late = await app.signedIn()
  await remove(late, testPassword)
  app.clock.advance(7 * 24 * 3600 - 3600)
  const ids = [...early, late].map(({ person }) => person.id)
  const removedCount = async () => {
    const rows = await sql`select from users where id = any(${ids}) and deleted_at is null`
    return ids.length - rows.length
  }
  const stopped = AbortSignal.abort()
  await expect(removeClosedAccounts(sql, clock.now(), stopped)).rejects.toThrow()
  expect(await removedCount()).toBe(1)
  await Promise.all([1, 2].map(() => removeClosedAccounts(sql, clock.now(), signal)))
  expect(await removedCount()).toBe(3)
})

it('a digest is not sent to a deleted account', async () => {
  const [robin, wren] = [await app.signedIn(), await app.signedIn()]
  for (const client of [robin, wren]) {
    await client.call(api.notifications.updateSettings, { body: { digest: 'daily' } })
    const { videoId } = await addVideo(app, { ownerId: client.person.id })
    await (await app.signedIn()).call(api.likes.toggleVideo, { params: { videoId } })
  }
  await app.runJobs()
  await remove(robin, testPassword)
  app.clock.advance(24 * 3600)
  await enqueue(app.context.sql, startDigestsJob, {})
  const digest = await app.newestMail(wren.person.email)
  expect(digest.subject).toBe('A new notification on Vireo')
  const subjects = await app.mailsTo(robin.person.email)
  expect(subjects.map(({ subject }) => subject)).toEqual(['Your Vireo account will be deleted'])
})

describe('in moderation, an account that its owner has deleted', () => {
  it('cannot be found, appointed or promoted, and does not count as the administrator', async () => {
    const { sql, clock } = app.context
    const admin = await staff(app, 'admin')
    const robin = await app.signedIn()
    const { username, id, email } = robin.person
    await report(await app.signedIn(), 'profile', id)
    await sql`update users set role = 'moderator' where id = ${id}`
    const listed = async () => (await admin.call(api.staff.list)).data.staff.some((one) => one._id === id)
    expect(await listed()).toBe(true)
    expect(await findOpenCase(admin, id)).toBeDefined()
    await remove(robin, testPassword)
    expect(await listed()).toBe(false)
    expect(await findOpenCase(admin, id)).toBeUndefined()
    const appointed = await admin.call(api.staff.appoint, { body: { username } })
    expect(codeOf(appointed)).toEqual([400, 'moderation.unknown-username'])
    await expect(changeAdmin(sql, 'promote', username, clock.now())).rejects.toThrow(
      `${username} was deleted by its owner, who has to sign in and keep it first`,
    )
    const config = { ...app.config, adminEmail: email }
    await sql.begin((tx) => applyAdminEmail(tx, { ...app.context, config }))
    expect(await sql`select role from users where id = ${id}`).toEqual([{ role: 'moderator' }])
    await sql`update users set role = 'member' where role = 'admin' and id <> ${admin.person.id}`
    expect(await hasAdmin(sql)).toBe(true)
    await remove(admin, testPassword)
    expect(await hasAdmin(sql)).toBe(false)
  })

  it('can lose its role and be suspended, and cannot be restored while it is suspended', async () => {
    const [admin, robin] = [await staff(app, 'admin'), await app.signedIn()]
    const { username, id, email } = robin.person
    await app.context.sql`update users set role = 'moderator' where id = ${id}`
    await remove(robin, testPassword)
    await login(username, robin)
    const unappointed = await admin.call(api.staff.unappoint, { params: { channelId: id } })
    expect(unappointed.status).toBe(200)
    expect((await suspend(admin, id)).status).toBe(200)
    const restored = await robin.call(api.accountDeletion.restoreAccount)
    expect(codeOf(restored)).toEqual([400, 'auth.flow-expired'])
    expect(codeOf(await login(username))).toEqual([403, 'account.suspended'])
    expect((await reverse(admin, (await latestEntry(admin))._id)).status).toBe(200)
    const lifted = ({ subject }: { subject: string }) => subject === 'Your Vireo account is available again'
    const mail = await app.newestMail(email, lifted)
    expect(unfold(mail.text)).toContain('You had deleted it before: sign in before')
    expect(codeOf(await login(username, robin))).toEqual([403, 'account.closing'])
    expect((await robin.call(api.accountDeletion.restoreAccount)).data).toMatchObject({
      username,
      role: 'member',
    })
  })
})

it('deletion requires the password, and a wrong one deletes nothing', async () => {
  const robin = await app.signedIn()
  for (const absent of [undefined, ''])
    expect(await remove(robin, absent)).toMatchObject({ status: 400, message: 'Password is required' })
  const refused = await remove(robin, 'Songbird8')
  expect(refused).toMatchObject({ status: 400, message: 'The current password is not right' })
  expect(refused.envelope.errors).toEqual([
    { field: 'password', message: 'The current password is not right' },
  ])
  expect(await robin.call(api.accounts.currentUser)).toMatchObject({ status: 200 })
})

it('deletion allows ten wrong passwords in fifteen minutes', async () => {
  const robin = await app.signedIn()
  for (let i = 0; i < 10; i++) expect(await remove(robin, 'Songbird8')).toMatchObject({ status: 400 })
  expect(await remove(robin, testPassword)).toMatchObject({ status: 429, message: tooManyRequestsMessage })
})

it('deletion removes the person from the counts of others', async () => {
  const [robin, wren] = [await app.signedIn(), await app.signedIn()]
  const at = app.clock.now()
  await app.context.sql`
    insert into subscriptions (subscriber_id, channel_id, created_at)
    values (${robin.person.id}, ${wren.person.id}, ${at}), (${wren.person.id}, ${robin.person.id}, ${at})`
  await app.context.sql`
    update users u set
      subscribers_count = (select count(*) from subscriptions where channel_id = u.id),
      subscriptions_count = (select count(*) from subscriptions where subscriber_id = u.id)`
  await deleteAccountPermanently(app, robin)
  const params = { username: wren.person.username }
  const { data } = await app.visitor().call(api.accounts.channel, { params })
  expect(data).toMatchObject({ subscribersCount: 0, channelSubscribedToCount: 0 })
})
