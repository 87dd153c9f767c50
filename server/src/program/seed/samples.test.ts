import { altTextRule, limits, tweetRule } from '@vireo/contract'
import { describe, expect, it } from 'vitest'
import { samplePeople } from './samples/sample-accounts.ts'
import { samplePlaylists, sampleWatches } from './samples/sample-library.ts'
import { samplePictures } from './samples/sample-pictures.ts'
import { sampleTweets } from './samples/sample-tweets.ts'
import { sampleVideos } from './samples/sample-videos.ts'

const names = samplePeople.map(({ username }) => username)

it('every sample belongs to a sample person', () => {
  expect(names).toEqual(expect.arrayContaining(samplePictures.map(({ username }) => username)))
  expect(names).toEqual(expect.arrayContaining(samplePeople.flatMap(({ subscribesTo }) => subscribesTo)))
  expect(names).toEqual(expect.arrayContaining(sampleVideos.map(({ owner }) => owner)))
  expect(names).toEqual(expect.arrayContaining(sampleVideos.flatMap(({ likedBy }) => likedBy)))
  const replies = sampleTweets.flatMap((tweet) => tweet.replies)
  expect(names).toEqual(expect.arrayContaining(sampleTweets.map(({ owner }) => owner)))
  expect(names).toEqual(expect.arrayContaining(sampleTweets.flatMap(({ likedBy }) => likedBy)))
  expect(names).toEqual(expect.arrayContaining(replies.flatMap(({ by, likedBy = [] }) => [by, ...likedBy])))
})

it('the videos that sample people saved and watched exist and are long enough', () => {
  expect(names).toEqual(expect.arrayContaining(samplePlaylists.map(({ owner }) => owner)))
  expect(names).toEqual(expect.arrayContaining(sampleWatches.map(({ by }) => by)))
  const keys = sampleVideos.map(({ key }) => key)
  expect(keys).toEqual(expect.arrayContaining(samplePlaylists.flatMap(({ videos }) => videos)))
  for (const { video, position } of sampleWatches) {
    const clip = sampleVideos.find(({ key }) => key === video)?.clip
    expect(position).toBeLessThan((clip?.seconds ?? 0) * (clip?.loops ?? 1))
  }
})

it.each([
  ['video', sampleVideos],
  ['tweet', sampleTweets],
])('every sample %s has a unique key', (_what, samples) => {
  expect(new Set(samples.map(({ key }) => key)).size).toBe(samples.length)
})

it.each(sampleTweets)('the sample $key satisfies the rules for tweets', (tweet) => {
  const { owner, content, pictures, likedBy, replies, daysAgo } = tweet
  expect(tweetRule(content)).toBeUndefined()
  expect(likedBy).not.toContain(owner)
  expect(pictures.length).toBeGreaterThan(0)
  expect(pictures.length).toBeLessThanOrEqual(limits.tweetImages)
  for (const { alt } of pictures) expect([alt !== '', altTextRule(alt)]).toEqual([true, undefined])
  for (const { hoursLater, by, likedBy: fans } of replies) {
    expect(hoursLater).toBeLessThan(daysAgo * 24)
    expect(fans).not.toContain(by)
  }
})

describe.each(sampleVideos)('the sample $key', ({ owner, likedBy, title, description, clip }) => {
  const seconds = clip.seconds * (clip.loops ?? 1)

  it('satisfies the rules for uploads', () => {
    expect(title.length).toBeLessThanOrEqual(limits.videoTitleLength)
    expect(description.length).toBeLessThanOrEqual(limits.videoDescriptionLength)
    expect(likedBy).not.toContain(owner)
  })

  it('has no timestamp after its end', () => {
    const moments = [...description.matchAll(/(?<!\d)(\d+):(\d\d)(?!\d)/g)]
    for (const [, minutes, rest] of moments) expect(Number(minutes) * 60 + Number(rest)).toBeLessThan(seconds)
    expect(clip.thumbnailAt).toBeLessThan(clip.seconds)
    const cues = (clip.subtitles ?? []).flatMap(({ lines }) => lines)
    for (const { from, to } of cues) expect([from < to, to <= seconds]).toEqual([true, true])
  })
})
