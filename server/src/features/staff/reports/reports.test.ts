import { api, type ReportKind, reportKinds } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { deleteAccountPermanently } from '../../../../test/content/deletion.ts'
import { addTweet } from '../../../../test/content/tweets.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { findOpenCase, getOpenCase, remove, report, staff } from '../moderation/test-kit.ts'

type Person = Awaited<ReturnType<TestApp['signedIn']>>
let app: TestApp
let [moderator, owner]: Person[] = []
beforeAll(async () => {
  app = await createTestApp()
  moderator = await staff(app, 'moderator')
  owner = await app.signedIn()
})
afterAll(() => app.close())

const people = () => {
  if (!moderator || !owner) throw new Error('Nobody is there')
  return { moderator, owner }
}

/** Creates an item of the owner and returns its id. */
async function createItem(kind: ReportKind): Promise<string> {
  const { owner } = people()
  const ownerId = owner.person.id
  if (kind === 'video') return (await addVideo(app, { ownerId })).videoId
  if (kind === 'tweet') return (await addTweet(app, { ownerId })).tweetId
  if (kind === 'profile') return (await app.createPerson()).id
  const params = { videoId: (await addVideo(app)).videoId }
  const { data } = await owner.call(api.comments.addToVideo, { params, body: { comment: 'Buy my birds' } })
  return data.comment._id
}

describe.each(reportKinds)('a %s', (kind) => {
  it('can be reported once by a person, with a reason and a text that moderators see', async () => {
    const { moderator } = people()
    const [first, second] = [await app.signedIn(), await app.signedIn()]
    const id = await createItem(kind)
    const body = { reason: 'harassment' as const, text: '  It is rude \u202e to birds  ' }
    const reported = await report(first, kind, id, body)
    const name = kind.charAt(0).toUpperCase() + kind.slice(1)
    expect(reported).toMatchObject({ status: 200, message: `${name} reported` })
    expect(await report(first, kind, id)).toMatchObject({ status: 409, envelope: { code: 'report.already' } })
    await report(second, kind, id)
    const found = await getOpenCase(moderator, id)
    expect(found).toMatchObject({ kind, reportsCount: 2 })
    expect(found.reports.map((one) => [one.reason, one.text, one.reporter._id])).toEqual([
      ['spam', '', second.person.id],
      ['harassment', 'It is rude \u202e to birds', first.person.id],
    ])
  })

  it('that does not exist is not found', async () => {
    const robin = await app.signedIn()
    for (const id of ['nonsense', robin.person.id.replace(/^.{8}/, '00000000')])
      expect((await report(robin, kind, id)).status).toBe(404)
  })
})

it('people cannot report their own items, and visitors cannot report anything', async () => {
  const { owner } = people()
  for (const kind of ['video', 'tweet', 'comment'] as const)
    expect(await report(owner, kind, await createItem(kind))).toMatchObject({
      status: 400,
      envelope: { code: 'report.own' },
    })
  expect(await report(owner, 'profile', owner.person.id)).toMatchObject({ status: 400 })
  expect((await report(app.visitor(), 'video', await createItem('video'))).status).toBe(401)
})

it('an item that is hidden from the reporter is not found; moderators see a reported video even if it becomes private', async () => {
  const { moderator, owner } = people()
  const robin = await app.signedIn()
  const hidden = await addVideo(app, { ownerId: owner.person.id, visibility: 'private' })
  expect((await report(robin, 'video', hidden.videoId)).status).toBe(404)
  const { videoId: id } = await addVideo(app, { ownerId: owner.person.id, title: 'Seen by few' })
  await report(robin, 'video', id)
  const form = new FormData()
  form.append('visibility', 'private')
  await owner.call(api.videos.update, { params: { id }, form })
  expect((await moderator.call(api.videos.get, { params: { id } })).status).toBe(404)
  expect((await getOpenCase(moderator, id)).video).toMatchObject({
    title: 'Seen by few',
    visibility: 'private',
  })
})

it('the number of reports does not hide an item', async () => {
  const id = await createItem('video')
  for (let i = 0; i < 12; i++) await report(await app.signedIn(), 'video', id)
  expect((await app.visitor().call(api.videos.get, { params: { id } })).status).toBe(200)
  const { data } = await app.visitor().call(api.videos.list, { query: { limit: 100 } })
  expect(data.docs.some((one) => one._id === id)).toBe(true)
})

it.each([
  [{}, 'reason'],
  [{ reason: 'because' }, 'reason'],
  [{ reason: 'other' }, 'text'],
  [{ reason: 'other', text: ' \n ' }, 'text'],
  [{ reason: 'spam', text: 'x'.repeat(1001) }, 'text'],
])('%j is refused', async (body, field) => {
  const robin = await app.signedIn()
  const params = { videoId: await createItem('video') }
  const refused = await robin.callUnchecked(api.reports.video, { params, body })
  expect(refused.status).toBe(400)
  expect(refused.envelope.errors?.map((error) => error.field)).toContain(field)
})

it('the same report sent many times at once is stored once', async () => {
  const robin = await app.signedIn()
  const id = await createItem('tweet')
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => report(robin, 'tweet', id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  expect((await getOpenCase(people().moderator, id)).reportsCount).toBe(1)
})

it('a report that arrives while its item is removed is either closed with it or refused', async () => {
  const { moderator } = people()
  for (const kind of ['video', 'tweet', 'comment'] as const) {
    const id = await createItem(kind)
    await report(await app.signedIn(), kind, id)
    const { _id } = await getOpenCase(moderator, id)
    const late = await Promise.all([1, 2, 3].map(() => app.signedIn()))
    const [removed, ...reported] = await Promise.all([
      remove(moderator, _id),
      ...late.map((client) => report(client, kind, id)),
    ])
    expect(removed.status).toBe(200)
    for (const { status } of reported) expect([200, 404]).toContain(status)
    const [left] = await app.context.sql`select open_count from moderation_cases where id = ${_id}`
    expect(left).toEqual({ open_count: 0 })
  }
})

it('a person can report twenty items in ten minutes', async () => {
  const robin = await app.signedIn()
  await app.context.sql`
    insert into rate_limits (key, count, resets_at)
    values (${`report:${robin.person.id}`}, 19, ${new Date(app.clock.now().getTime() + 600_000)})`
  expect((await report(robin, 'video', await createItem('video'))).status).toBe(200)
  const refused = await report(robin, 'video', await createItem('video'))
  expect(refused).toMatchObject({ status: 429, envelope: { code: 'request.too-many' } })
})

it('the reports by a deleted account are removed and no longer counted', async () => {
  const { moderator } = people()
  const [leaver, other] = [await app.signedIn(), await app.signedIn()]
  const [both, only] = [await createItem('video'), await createItem('video')]
  await report(leaver, 'video', both)
  await report(other, 'video', both)
  await report(leaver, 'video', only)
  await deleteAccountPermanently(app, leaver)
  expect(await findOpenCase(moderator, only)).toBe(undefined)
  expect(await getOpenCase(moderator, both)).toMatchObject({ reportsCount: 1, reports: [{ reason: 'spam' }] })
})
