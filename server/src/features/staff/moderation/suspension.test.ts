import { addressOf, api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { formWith, picture } from '../../../../test/content/pictures.ts'
import { postTweet } from '../../../../test/content/tweets.ts'
import { addVideo, uploadForm } from '../../../../test/content/videos.ts'
import { testPassword } from '../../../../test/password.ts'
import {
  actionsOf,
  findOpenCase,
  getOpenCase,
  latestEntry,
  report,
  reverse,
  staff,
  suspend,
} from './test-kit.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const login = (username: string) =>
  app.visitor().call(api.signIn.login, { body: { username, password: testPassword } })

it('a suspended account is signed out and hidden with all its content, and restored completely', async () => {
  const [robin, reporter, moderator] = [
    await app.signedIn(),
    await app.signedIn(),
    await staff(app, 'moderator'),
  ]
  const { id, username, email } = robin.person
  const { videoId, folder } = await addVideo(app, { ownerId: id })
  await app.context.storage.putBytes(`${folder}/poster/640.webp`, new Uint8Array([1]), 'image/webp')
  const tweet = await postTweet(robin)
  const avatar = formWith('avatar', await picture(64, 64).png().toBuffer())
  const { data: withAvatar } = await robin.call(api.accounts.updateAvatar, { form: avatar })
  const stranger = await addVideo(app)
  const body = { comment: 'Buy my birds' }
  await robin.call(api.comments.addToVideo, { params: { videoId: stranger.videoId }, body })
  await reporter.call(api.subscriptions.toggle, { params: { channelId: id } })
  await report(reporter, 'profile', id)
  await report(reporter, 'video', videoId)

  const seen = async () => {
    app.clock.advance(4)
    const viewer = app.visitor()
    const comments = { params: { videoId: stranger.videoId }, query: {} }
    const statuses = await Promise.all([
      viewer.call(api.videos.get, { params: { id: videoId } }),
      viewer.call(api.tweets.get, { params: { id: tweet._id } }),
      viewer.call(api.accounts.channel, { params: { username } }),
      viewer.fetch(`/media/${folder}/poster/640.webp`),
      viewer.fetch(tweet.pictures[0]?.url ?? ''),
      viewer.fetch(withAvatar.avatar ?? ''),
    ])
    const { data: said } = await viewer.call(api.comments.listOfVideo, comments)
    const { data: followed } = await reporter.call(api.subscriptions.listChannels)
    return [...statuses.map(({ status }) => status), said.comments.length, followed.subscribedChannel.length]
  }
  expect(await seen()).toEqual([200, 200, 200, 200, 200, 200, 1, 1])
  const stream = await robin.fetch(addressOf(api.events.stream))
  const ended = stream.text()

  const why = { reason: 'spam' as const, text: 'Nothing but advertisements.' }
  expect(await suspend(moderator, id, why)).toMatchObject({ status: 200, message: 'Account suspended' })
  expect(await seen()).toEqual([404, 404, 404, 404, 404, 404, 0, 0])
  expect((await robin.call(api.accounts.currentUser)).status).toBe(401)
  // The stream ends by itself, after it has said why.
  expect(await ended).toMatch(/event: account-suspended\n[\s\S]*retry: 0\n/)
  expect(await login(username)).toMatchObject({ status: 403, envelope: { code: 'account.suspended' } })
  const wrong = { body: { username, password: 'Something1' } }
  expect((await app.visitor().call(api.signIn.login, wrong)).status).toBe(401)
  const mail = await app.newestMail(email)
  expect(mail.subject).toBe('Your Vireo account was suspended')
  expect(mail.text).toContain('Nothing but advertisements.')
  expect(await findOpenCase(moderator, id)).toBe(undefined)
  expect(await findOpenCase(moderator, videoId)).toBe(undefined)
  expect(await actionsOf(reporter)).toEqual(['suspended an account because of what you reported'])

  app.clock.advance(60 * 24 * 3600)
  const later = await staff(app, 'moderator')
  expect((await reverse(later, (await latestEntry(later))._id)).status).toBe(200)
  const { username: name } = reporter.person
  await reporter.call(api.signIn.login, { body: { username: name, password: testPassword } })
  expect(await actionsOf(reporter)).toContain(
    'lifted the suspension of an account that you reported after another look',
  )
  expect(await seen()).toEqual([200, 200, 200, 200, 200, 200, 1, 1])
  expect((await login(username)).status).toBe(200)
  expect((await getOpenCase(later, videoId)).reportsCount).toBe(1)
  const isLifted = ({ subject }: { subject: string }) => subject === 'Your Vireo account is available again'
  await app.newestMail(email, isLifted)
})

it('moderators can suspend members, administrators also moderators, and nobody an administrator or themselves', async () => {
  const [moderator, other] = [await staff(app, 'moderator'), await staff(app, 'moderator')]
  const [admin, second] = [await staff(app, 'admin'), await staff(app, 'admin')]
  const refused = { status: 403, envelope: { code: 'moderation.not-allowed' } }
  for (const user of [moderator, other, admin])
    expect(await suspend(moderator, user.person.id)).toMatchObject(refused)
  for (const user of [admin, second]) expect(await suspend(admin, user.person.id)).toMatchObject(refused)
  expect((await suspend(admin, other.person.id)).status).toBe(200)
  const { _id } = await latestEntry(admin)
  expect((await other.call(api.moderation.cases, { query: {} })).status).toBe(401)
  expect(await reverse(moderator, _id)).toMatchObject(refused)
  expect((await reverse(admin, _id)).status).toBe(200)
  const member = await app.signedIn()
  expect((await suspend(member, moderator.person.id)).status).toBe(404)
  expect((await suspend(app.visitor(), moderator.person.id)).status).toBe(404)
  expect((await suspend(moderator, 'nonsense')).status).toBe(404)
})

it('two simultaneous suspensions count as one', async () => {
  const [one, two, robin] = [
    await staff(app, 'moderator'),
    await staff(app, 'admin'),
    await app.createPerson(),
  ]
  const answers = await Promise.all([one, two].map((client) => suspend(client, robin.id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

it('an upload that was running when its person was suspended is refused and leaves no files', async () => {
  const [robin, moderator] = [await app.signedIn(), await staff(app, 'moderator')]
  const { sql, storage } = app.context
  const putFile = storage.putFile.bind(storage)
  const suspending: typeof putFile = async (...args) => {
    expect((await suspend(moderator, robin.person.id)).status).toBe(200)
    await putFile(...args)
  }
  Object.assign(storage, { putFile: suspending })
  onTestFinished(() => void Reflect.deleteProperty(storage, 'putFile'))
  expect(await robin.call(api.videos.upload, { form: await uploadForm('tiny') })).toMatchObject({
    status: 401,
  })
  expect(await sql`select from videos where owner_id = ${robin.person.id}`).toEqual([])
  await app.runJobs()
  expect(await storage.list('sources')).toEqual([])
})
