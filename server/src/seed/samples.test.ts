import { limits } from '@vireo/contract'
import { describe, expect, it } from 'vitest'
import { samplePeople } from './sample-accounts.ts'
import { samplePictures } from './sample-pictures.ts'
import { sampleVideos } from './sample-videos.ts'

const names = samplePeople.map(({ username }) => username)

it('everything belongs to a sample person', () => {
  expect(names).toEqual(expect.arrayContaining(samplePictures.map(({ username }) => username)))
  expect(names).toEqual(expect.arrayContaining(samplePeople.flatMap(({ subscribesTo }) => subscribesTo)))
  expect(names).toEqual(expect.arrayContaining(sampleVideos.map(({ owner }) => owner)))
  expect(names).toEqual(expect.arrayContaining(sampleVideos.flatMap(({ likedBy }) => likedBy)))
})

it('every sample video has a key of its own', () => {
  expect(new Set(sampleVideos.map(({ key }) => key)).size).toBe(sampleVideos.length)
})

describe.each(sampleVideos)('the sample $key', ({ owner, likedBy, title, description, clip }) => {
  const seconds = clip.seconds * (clip.loops ?? 1)

  it('could have been uploaded by a person', () => {
    expect(title.length).toBeLessThanOrEqual(limits.videoTitleLength)
    expect(description.length).toBeLessThanOrEqual(limits.videoDescriptionLength)
    expect(likedBy).not.toContain(owner)
  })

  it('names no moment after its end', () => {
    const moments = [...description.matchAll(/(?<!\d)(\d+):(\d\d)(?!\d)/g)]
    for (const [, minutes, rest] of moments) expect(Number(minutes) * 60 + Number(rest)).toBeLessThan(seconds)
    expect(clip.thumbnailAt).toBeLessThan(clip.seconds)
  })
})
