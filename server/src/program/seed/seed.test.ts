import { readdir } from 'node:fs/promises'
import { api } from '@vireo/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'
import { getVideo } from '../../../test/content/videos.ts'
import { patiently } from '../../../test/patience.ts'
import {
  makeCaptionsJob,
  makePlayableJob,
} from '../../features/publishing/videos/processing/processing.jobs.ts'
import type { Clip } from './clips/clip.ts'
import { type Content, fillSite } from './fill-site.ts'
import { samplePassword, samplePeople, sampleUsername } from './samples/sample-accounts.ts'
import { sampleTweets } from './samples/sample-tweets.ts'
import { sampleVideos } from './samples/sample-videos.ts'
import { prepareSamples, startSamples } from './seed.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const tiny: Clip = {
  width: 160,
  height: 90,
  seconds: 1,
  thumbnailAt: 0,
  picture: 'testsrc2=s=160x90:r=24[picture]',
  sound: 'sine=f=220[sound]',
  subtitles: [{ language: 'swe', lines: [{ from: 0, to: 0.9, text: 'Hej' }] }],
}
/** A clip that is made in real time, so that a test always stops it before it is done. */
const slow: Clip = { ...tiny, seconds: 120, picture: 'testsrc2=s=160x90:r=24,realtime[picture]' }

function content(...clips: Clip[]): Content {
  const videos = clips.flatMap((clip, index) => {
    const sample = sampleVideos[index]
    return sample ? [{ ...sample, clip }] : []
  })
  return { pictures: [], tweets: [], videos }
}

const fill = (what: Content) => fillSite(app.context, what, new AbortController().signal)
const titles = async () =>
  (await app.context.sql<{ title: string }[]>`select title from videos order by title`).map(
    (row) => row.title,
  )
const titlesOf = ({ videos }: Content) => videos.map(({ title }) => title).sort()

it('fills an empty site with people to sign in as and videos to watch', async () => {
  const one = content(tiny)
  const [sample] = one.videos
  await prepareSamples(app.context, one)
  await fill(one)
  await app.runJobs([makePlayableJob, makeCaptionsJob])

  const maya = app.visitor()
  const login = await maya.call(api.signIn.login, {
    body: { username: sampleUsername, password: samplePassword },
  })
  expect(login.status).toBe(200)
  const subscriptions = await maya.call(api.subscriptions.listChannels)
  expect(subscriptions.data.subscribedChannel).toHaveLength(samplePeople[0]?.subscribesTo.length ?? 0)

  const [video] = (await maya.call(api.videos.list)).data.docs
  expect(video).toMatchObject({ title: sample?.title, views: sample?.views, isPlayable: true })
  expect(video?.thumbnail).toContain('/thumbnail-')
  expect(Date.parse(video?.createdAt ?? '')).toBeLessThan(app.clock.now().getTime() - 24 * 3600 * 1000)
  const [{ published_at: publishedAt } = {}] = await app.context.sql`select published_at from videos`
  expect(publishedAt?.toISOString(), 'as old in the feeds of subscribers').toBe(video?.createdAt)
  const [days] = await app.context.sql`select sum(views)::int as views from video_days`
  expect(days?.views, 'also in its statistics').toBeGreaterThan((sample?.views ?? 0) * 0.9)
  const { data: playlists } = await maya.call(api.playlists.list, { query: {} })
  expect(playlists.playlists).toMatchObject([{ name: 'Slow evenings', videosCount: 1 }])
  const { data: history } = await maya.call(api.history.list, { query: {} })
  expect(history).toMatchObject([{ video: { title: sample?.title }, position: 9 }])
  expect((await getVideo(maya, video?._id ?? '')).captions).toMatchObject([{ label: 'Swedish' }])
})

it('adds tweets with images, likes and replies, dated in the past', async () => {
  const sample = sampleTweets.find(({ key }) => key === 'fog')
  if (!sample) throw new Error('The sample is gone')
  const pictures = sample.pictures.map((picture) => ({ ...picture, size: { width: 48, height: 32 } }))
  const one = { ...content(), tweets: [{ ...sample, pictures }] }
  await prepareSamples(app.context, one)
  await fill(one)
  await fill(one)
  const { data } = await app.visitor().call(api.tweets.list, { query: {} })
  expect(data.docs).toHaveLength(1)
  const [tweet] = data.docs
  expect(tweet).toMatchObject({ content: sample.content, likes: sample.likedBy.length, isEdited: false })
  expect(tweet?.pictures.map(({ alt }) => alt)).toEqual(pictures.map(({ alt }) => alt))
  const params = { tweetId: tweet?._id ?? '' }
  const replies = await app.visitor().call(api.comments.listOfTweet, { params, query: {} })
  expect(replies.data.comments.map(({ text }) => text).sort()).toEqual(
    sample.replies.map(({ text }) => text).sort(),
  )
  const ages = [tweet, ...replies.data.comments].map((one) => Date.parse(one?.createdAt ?? ''))
  expect(Math.max(...ages)).toBeLessThan(app.clock.now().getTime() - 60_000)
  expect(Math.min(...ages)).toBe(ages[0])
})

it('stops at once, and adds the missing samples after a restart', async () => {
  const two = content(tiny, slow)
  await prepareSamples(app.context, two)
  const running = startSamples(app.context, two)
  await vi.waitFor(async () => expect(await titles()).toHaveLength(1), patiently)
  await running.stop()
  // Otherwise there would be both: the second takes two minutes.
  expect(await titles()).toEqual(titlesOf(content(tiny)))
  expect(await unfinishedClips()).toEqual([])

  const again = content(tiny, tiny)
  await prepareSamples(app.context, again)
  await fill(again)
  expect(await titles()).toEqual(titlesOf(again))
})

const unfinishedClips = async () => {
  const files = await readdir(app.config.scratchDir, { recursive: true }).catch(() => [])
  return files.filter((file) => file.endsWith('clip.mp4'))
}

it('continues with the remaining people after it was stopped', async () => {
  const none = content()
  await prepareSamples(app.context, none)
  await app.context.sql`delete from users where username = 'amal'`
  await app.context.sql`insert into sample_tasks (key) values ('people')`
  await prepareSamples(app.context, none)
  const people = await app.context.sql`select username from users`
  expect(people).toHaveLength(samplePeople.length)
})

it('restores no deleted samples, and adds nothing to the channel of a deleted person', async () => {
  const two = content(tiny, tiny)
  const [first, second] = two.videos
  await prepareSamples(app.context, two)
  await app.context.sql`delete from users where username = ${second?.owner ?? ''}`
  await fill(two)
  expect(await titles()).toEqual([first?.title])
  await app.context.sql`delete from videos`

  await prepareSamples(app.context, two)
  await fill(two)
  expect(await titles()).toEqual([])
  expect(await app.context.sql`select from users where username = ${second?.owner ?? ''}`).toHaveLength(0)
  expect(await app.context.sql`select from sample_tasks`).toHaveLength(0)
})

it('does not change a site that already has people', async () => {
  await app.createPerson('robin')
  const one = content(tiny)
  await prepareSamples(app.context, one)
  await fill(one)
  expect(await app.context.sql`select from users`).toHaveLength(1)
  expect(await titles()).toEqual([])
})
