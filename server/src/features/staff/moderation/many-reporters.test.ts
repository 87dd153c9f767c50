import { api } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { createStatementCounter } from '../../../../test/app/statements.ts'
import { deleteAccountPermanently } from '../../../../test/content/deletion.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { actionsOf, dismiss, getOpenCase, latestEntry, report, reverse, staff } from './test-kit.ts'

let app: TestApp
const { onQuery, count } = createStatementCounter()
beforeAll(async () => {
  app = await createTestApp({}, { onQuery })
})
afterAll(() => app.close())

const many = 2000

/** A reported video; one of those who reported it is signed in. */
async function reportedBy(count: number) {
  const { sql } = app.context
  const [owner, reporter, moderator] = [
    await app.signedIn(),
    await app.signedIn(),
    await staff(app, 'moderator'),
  ]
  const { videoId } = await addVideo(app, { ownerId: owner.person.id })
  await report(reporter, 'video', videoId)
  const { _id: caseId } = await getOpenCase(moderator, videoId)
  const names = Array.from({ length: count - 1 }, (_, i) => `crowd-${videoId}-${i}`)
  await sql`
    with crowd as (
      insert into users (id, username, username_key, fullname, email, email_key, created_at, updated_at)
      select gen_random_uuid(), name, name, 'One of many', name, name, now(), now()
      from unnest(${names}::text[]) as name returning id
    )
    insert into reports (id, case_id, reporter_id, reason, text, created_at)
    select gen_random_uuid(), ${caseId}, id, 'spam', '', now() from crowd`
  return { owner, reporter, moderator, videoId, caseId }
}

const countOpen = async (caseId: string) =>
  (await app.context.sql`select open_count from moderation_cases where id = ${caseId}`)[0]?.open_count
const countNotified = async (text: string) =>
  (await app.context.sql`select from notifications where text = ${text}`).length

const countStatements = (work: () => Promise<{ status: number }>) =>
  count(async () => expect((await work()).status).toBe(200))

it('a decision about thousands of reports costs as many statements as about one, and so does its reversal', async () => {
  const [few, crowd] = [await reportedBy(1), await reportedBy(many)]
  expect(await countOpen(crowd.caseId)).toBe(many)
  const decide = ({ moderator, caseId }: typeof few) => countStatements(() => dismiss(moderator, caseId))
  const undo = async ({ moderator }: typeof few) => {
    const { _id } = await latestEntry(moderator)
    return countStatements(() => reverse(moderator, _id))
  }
  const [decided, undone] = [await decide(few), await undo(few)]
  expect(await decide(crowd)).toBeLessThanOrEqual(decided + 3)
  const text = 'looked at the video that you reported and found nothing against the rules'
  expect([await countOpen(crowd.caseId), await countNotified(text)]).toEqual([0, 1 + many])
  expect(await actionsOf(crowd.reporter)).toEqual([text])
  expect(await undo(crowd)).toBeLessThanOrEqual(undone + 3)
  expect(await countOpen(crowd.caseId)).toBe(many)
})

describe('by a job', () => {
  it('reporters are notified when the author deletes the reported item before a decision', async () => {
    const { owner, reporter, videoId } = await reportedBy(600)
    const text = 'closed your report about a video, because its author deleted it'
    await owner.call(api.videos.remove, { params: { id: videoId } })
    await app.runJobs()
    expect(await countNotified(text)).toBe(600)
    expect(await actionsOf(reporter)).toEqual([text])

    const decided = await reportedBy(1)
    await dismiss(decided.moderator, decided.caseId)
    await decided.owner.call(api.videos.remove, { params: { id: decided.videoId } })
    await app.runJobs()
    expect(await app.context.sql`select from moderation_cases where id = ${decided.caseId}`).toEqual([])
    expect(await actionsOf(decided.reporter)).toHaveLength(1)
  })

  it('reporters are notified when the reported account, or the video of a reported comment, is deleted', async () => {
    const [owner, author, reporter] = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
    const { videoId } = await addVideo(app, { ownerId: owner.person.id })
    const { data } = await author.call(api.comments.addToVideo, {
      params: { videoId },
      body: { comment: 'Buy my birds' },
    })
    await report(reporter, 'comment', data.comment._id)
    await report(reporter, 'profile', owner.person.id)
    await deleteAccountPermanently(app, owner)
    expect(await actionsOf(reporter)).toEqual([
      'closed your report about a profile, because the account was deleted',
      'closed your report about a comment, because it was deleted',
    ])
  })
})
