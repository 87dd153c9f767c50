import { expect, test } from 'vitest'
import {
  continuedUrl,
  type Draft,
  emptyDraft,
  factsOf,
  isComplete,
  isEmpty,
  problemsOf,
  stepAfterChoice,
  titleOf,
  withCaptions,
  withoutUpload,
  withoutVideo,
  withVideo,
} from './draft.ts'

const holiday = new File(['holiday'], 'holiday.mp4', { type: 'video/mp4', lastModified: 1 })
const other = new File(['other'], 'other.mp4', { type: 'video/mp4', lastModified: 2 })
const picture = { image: new Blob(['picture']), isFrame: false }
const frame = { image: new Blob(['frame']), isFrame: true }
const unfinished: Draft = { ...emptyDraft, remembered: { file: factsOf(holiday), uploadUrl: '/uploads/1' } }

test('an untouched form is not a draft', () => {
  expect(isEmpty(emptyDraft)).toBe(true)
  expect(isEmpty({ ...emptyDraft, title: 'a' })).toBe(false)
  expect(isEmpty({ ...emptyDraft, visibility: 'private' })).toBe(false)
  expect(isEmpty(unfinished)).toBe(false)
})

test('captions are kept one per language; a replaced file keeps the name', () => {
  const file = new File(['00:01 --> 00:02'], 'film.srt')
  const named = withCaptions(emptyDraft, { file, language: 'de', name: 'Deutsch' })
  expect(isEmpty(named)).toBe(false)
  const both = withCaptions(named, { file, language: 'en', name: '' })
  const { captions } = withCaptions(both, { file: other, language: 'de', name: undefined })
  expect(captions).toEqual([
    { file: other, language: 'de', name: 'Deutsch' },
    { file, language: 'en', name: '' },
  ])
})

test('missing fields have the messages of the specification', () => {
  expect(problemsOf(emptyDraft)).toEqual({
    video: 'Video file is required',
    title: 'Video title is required',
    description: undefined,
    thumbnail: 'Thumbnail is required',
  })
})

test('video, title and thumbnail make it complete, a title of spaces does not', () => {
  const draft: Draft = { ...withVideo(emptyDraft, holiday), title: 'A', thumbnail: picture }
  expect(isComplete(draft)).toBe(true)
  expect(isComplete({ ...draft, title: '  ' })).toBe(false)
  expect(isComplete({ ...draft, thumbnail: null })).toBe(false)
  expect(isComplete({ ...draft, video: null })).toBe(false)
})

test('a video that the browser cannot play needs no thumbnail, and another video does again', () => {
  const draft: Draft = { ...withVideo(emptyDraft, holiday), isUnplayable: true }
  expect(isComplete(draft)).toBe(true)
  expect(problemsOf(draft).thumbnail).toBeUndefined()
  expect(isComplete(withVideo(draft, other))).toBe(false)
})

test('the same file chosen again continues its upload', () => {
  const again = new File(['holiday'], 'holiday.mp4', { type: 'video/mp4', lastModified: 1 })
  const draft = withVideo({ ...unfinished, thumbnail: frame }, again)
  expect(continuedUrl(draft)).toBe('/uploads/1')
  expect(draft.thumbnail).toBe(frame)
})

test('another file does not continue the upload, which stays remembered', () => {
  const wrong = withVideo(unfinished, other)
  expect(continuedUrl(wrong)).toBeNull()
  expect(continuedUrl(withVideo(wrong, holiday))).toBe('/uploads/1')
})

test('a chosen video is sent at once, unless that would replace the unfinished upload of another', () => {
  expect(stepAfterChoice(withVideo(emptyDraft, holiday))).toBe('upload')
  expect(stepAfterChoice(withVideo(unfinished, holiday))).toBe('upload')
  expect(stepAfterChoice(withVideo(unfinished, other))).toBe('wait')
})

test('a form submitted before a reload is published when its video is chosen again, if nothing else is missing', () => {
  const remembered = { file: factsOf(holiday), uploadUrl: '/uploads/1', wasSubmitted: true }
  const submitted = { ...emptyDraft, title: 'At sea', thumbnail: picture, remembered }
  expect(stepAfterChoice(withVideo(submitted, holiday))).toBe('publish')
  expect(stepAfterChoice(withVideo({ ...submitted, thumbnail: null }, holiday))).toBe('upload')
  expect(stepAfterChoice(withVideo(submitted, other))).toBe('wait')
})

test.each([
  ['My_summer__2026.final.mp4', 'My summer 2026.final'],
  ['clip', 'clip'],
  ['  _.mov', ''],
  [`${'x'.repeat(250)}.mkv`, 'x'.repeat(200)],
])('the file %j suggests a title', (name, title) => {
  expect(titleOf({ name })).toBe(title)
})

test('the title comes from the name of the file until one is typed', () => {
  const chosen = withVideo(emptyDraft, holiday)
  expect(chosen.title).toBe('holiday')
  expect(withVideo(chosen, other).title).toBe('other')
  expect(withoutVideo(chosen).title).toBe('')
  expect(withVideo({ ...chosen, title: 'At sea' }, other).title).toBe('At sea')
})

test('removing the video forgets its upload', () => {
  expect(withoutVideo(withVideo(unfinished, holiday)).remembered).toBeNull()
})

test('an unfinished upload can be discarded while the chosen video is kept', () => {
  expect(withoutUpload(unfinished).remembered).toBeNull()
  const { video, remembered } = withoutUpload(withVideo(unfinished, other))
  expect(video).toBe(other)
  expect(remembered).toEqual({ file: factsOf(other), uploadUrl: null })
})

test('a thumbnail taken from the video is removed with it, and an uploaded one is kept', () => {
  expect(withVideo({ ...emptyDraft, thumbnail: frame }, other).thumbnail).toBeNull()
  expect(withoutVideo({ ...emptyDraft, thumbnail: frame }).thumbnail).toBeNull()
  expect(withoutVideo({ ...emptyDraft, thumbnail: picture }).thumbnail).toBe(picture)
})
