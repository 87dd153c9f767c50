import { api, type DigestFrequency } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import { addVideo } from '../../../../../test/content/videos.ts'
import { startDigestsJob } from './digest.jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: 'https://vireo.example' })
})
afterAll(() => app.close())

type Member = Awaited<ReturnType<TestApp['signedIn']>>
const hour = 3600

/** Runs the job that is scheduled every hour. */
async function runDigests() {
  const signal = new AbortController().signal
  const run = { signal, isStopping: () => false, attempt: 1, isLastAttempt: false, priority: 0 }
  await startDigestsJob.handler(app.context, {}, run)
  await app.runJobs()
}

const choose = (person: Member, digest: DigestFrequency) =>
  person.call(api.notifications.updateSettings, { body: { digest } })

async function likedBy(owner: Member, title: string) {
  const fan = await app.createPerson(undefined, 'Wren Field')
  const { videoId } = await addVideo(app, { ownerId: owner.person.id, title })
  const client = app.visitor()
  await client.call(api.signIn.login, { body: { username: fan.username, password: fan.password } })
  await client.call(api.likes.toggleVideo, { params: { videoId } })
  await app.runJobs()
  return videoId
}

const mailsTo = ({ person }: Member) => app.mailbox.received.filter(({ to }) => to === person.email)
/** Mails have soft line breaks. */
const unfold = (text: string) => text.replace(/=\r?\n/g, '').replace(/=3D/g, '=')

it('the digest is sent to those who chose it, as often as they chose, if they have unread notifications', async () => {
  const [daily, weekly, never] = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
  await choose(daily, 'daily')
  await choose(weekly, 'weekly')
  const quiet = await app.signedIn()
  await choose(quiet, 'daily')
  const videoId = await likedBy(daily, 'Dawn')
  for (const one of [weekly, never]) await likedBy(one, 'Dusk')
  await runDigests()
  expect([daily, weekly, never].flatMap(mailsTo)).toEqual([])

  app.clock.advance(24 * hour)
  await Promise.all([runDigests(), runDigests()])
  const [mail, ...others] = mailsTo(daily)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('A new notification on Vireo')
  const text = unfold(mail?.text ?? '')
  expect(text).toContain(
    `Wren Field liked your video\n  Dawn\n  https://vireo.example/watch/${videoId}`.replaceAll('\n', '\r\n'),
  )
  expect([weekly, never, quiet].flatMap(mailsTo)).toEqual([])

  app.clock.advance(6 * 24 * hour)
  await runDigests()
  // The same notifications are not mailed again.
  expect([mailsTo(daily).length, mailsTo(weekly).length, mailsTo(never).length]).toEqual([1, 1, 0])
})

it('the digest can be stopped with one click from the mail, signed in or not, and only with its own link', async () => {
  const reader = await app.signedIn()
  await choose(reader, 'daily')
  await likedBy(reader, 'Dawn')
  app.clock.advance(24 * hour)
  await runDigests()
  const [mail] = mailsTo(reader)
  expect(mail?.headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  const [, address = ''] =
    /^List-Unsubscribe: <([^>]+)>\r$/m.exec(mail?.headers.replace(/\r\n\s+/g, ' ') ?? '') ?? []
  const url = new URL(address.replace(/\s/g, ''))
  expect(url.origin).toBe('https://vireo.example')
  const digest = async () => (await reader.call(api.notifications.settings)).data.digest
  // In a browser a page asks for confirmation: opening it, as link checkers do, changes nothing.
  const opened = await app.visitor().fetch(url.pathname + url.search)
  expect([opened.status, opened.headers.get('location')]).toEqual([302, `/unsubscribe${url.search}`])
  expect(unfold(mail?.text ?? '')).toContain(`https://vireo.example/unsubscribe${url.search}`)

  const post = (search: string, init: RequestInit = {}) =>
    app.visitor().fetch(url.pathname + search, { method: 'POST', ...init })
  const other = await app.signedIn()
  const forged = new URLSearchParams(url.search)
  forged.set('user', other.person.id)
  for (const search of [`?${forged}`, url.search.slice(0, -2), '?user=x&token=y', ''])
    expect((await post(search)).status).toBe(400)
  expect(await digest()).toBe('daily')

  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await post(url.search, { body })).status).toBe(200)
  expect(await digest()).toBe('off')
  // Under RFC 8058 mail programs send either kind of form. A second click changes nothing.
  const form = new FormData()
  form.append('List-Unsubscribe', 'One-Click')
  expect((await post(url.search, { body: form })).status).toBe(200)
  await likedBy(reader, 'Dusk')
  app.clock.advance(24 * hour)
  await runDigests()
  expect(mailsTo(reader)).toHaveLength(1)
})
