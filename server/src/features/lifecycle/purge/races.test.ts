import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { addVideo, uploadForm } from '../../../../test/content/videos.ts'
import { testPassword } from '../../../../test/password.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('people who subscribe to each other at once do not deadlock', async () => {
  const people = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
  for (let round = 0; round < 6; round++) {
    const answers = await Promise.all(
      people.flatMap((one) =>
        people
          .filter((other) => other !== one)
          .map((other) => one.call(api.subscriptions.toggle, { params: { channelId: other.person.id } })),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  }
  for (const { person } of people) {
    const { data } = await app.visitor().call(api.accounts.channel, { params: { username: person.username } })
    expect(data).toMatchObject({ subscribersCount: 0, channelSubscribedToCount: 0 })
  }
})

it('a reply and the comment above it can be deleted and liked at once without a deadlock', async () => {
  const people = [await app.signedIn(), await app.signedIn(), await app.signedIn()] as const
  const [first, second, third] = people
  const { videoId } = await addVideo(app)
  const post = async (client: typeof first, parentId?: string) => {
    const body = { comment: 'A comment', ...(parentId && { parentId }) }
    const { status, data } = await client.call(api.comments.addToVideo, { params: { videoId }, body })
    return { status, id: status === 200 ? data.comment._id : '' }
  }
  for (let round = 0; round < 5; round++) {
    app.clock.advance(60)
    const { id } = await post(first)
    const answers = [await post(second, id), await post(second, id)]
    await third.call(api.likes.toggleComment, { params: { commentId: id } })
    const done = await Promise.all([
      first.call(api.comments.removeFromVideo, { params: { commentId: id } }),
      ...answers.map((one) => second.call(api.comments.removeFromVideo, { params: { commentId: one.id } })),
      third.call(api.likes.toggleComment, { params: { commentId: id } }),
      post(third, id),
    ])
    for (const { status } of done) expect([200, 404]).toContain(status)
  }
  const { data } = await app.visitor().call(api.videos.get, { params: { id: videoId } })
  expect(data.commentsCount).toBe(0)
})

it('the number of a person’s videos is right when several are deleted at once', async () => {
  const owner = await app.signedIn()
  for (let round = 0; round < 3; round++) {
    const ids: string[] = []
    for (let i = 0; i < 4; i++) ids.push((await addVideo(app, { ownerId: owner.person.id })).videoId)
    await Promise.all(ids.map((id) => owner.call(api.videos.remove, { params: { id } })))
    const { data } = await owner.call(api.accounts.channel, { params: { username: owner.person.username } })
    expect(data.videosCount).toBe(0)
  }
})

it('an upload to an account that is deleted meanwhile is refused and leaves no files', async () => {
  const owner = await app.signedIn()
  const { storage } = app.context
  const putFile = storage.putFile.bind(storage)
  let deletion: ReturnType<typeof owner.call> | undefined
  const deleting: typeof putFile = async (...args) => {
    deletion ??= owner.call(api.accountDeletion.deleteAccount, { body: { password: testPassword } })
    await deletion
    await putFile(...args)
  }
  Object.assign(storage, { putFile: deleting })
  onTestFinished(() => void Reflect.deleteProperty(storage, 'putFile'))
  const form = await uploadForm('tiny')
  expect(await owner.call(api.videos.upload, { form })).toMatchObject({ status: 401 })
  expect(await deletion).toMatchObject({ status: 200 })
  expect(await app.context.sql`select from videos where owner_id = ${owner.person.id}`).toEqual([])
  await app.runJobs()
  expect(await storage.list('sources')).toEqual([])
})
