import { limits } from '@vireo/contract'
import { expect, test } from 'vitest'
import { addImages, type Draft, emptyDraft, missingOf, nameOf, problemsOf } from './draft.ts'

const photo = (name = 'photo.png', type = 'image/png', size = 1) =>
  new File([new Uint8Array(size)], name, { type })
const full: Draft = { content: 'Hello', images: addImages([], [photo()]).images }

test('missing fields have the messages of the specification', () => {
  expect(problemsOf(emptyDraft)).toEqual({ content: 'Content is required', images: 'Select a photo' })
  expect(problemsOf(full)).toEqual({ content: undefined, images: undefined })
})

test('a draft can be sent when it has a text that is not blank and a photo', () => {
  expect(missingOf(emptyDraft)).toEqual(['some text', 'a photo'])
  expect(missingOf({ ...full, content: ' \n' })).toEqual(['some text'])
  expect(missingOf(full)).toEqual([])
})

test('up to four photos are taken, in their order', () => {
  const { images, problem } = addImages(
    full.images,
    ['b', 'c', 'd'].map((name) => photo(name)),
  )
  expect(images.map(({ name }) => name)).toEqual(['photo.png', 'b', 'c', 'd'])
  expect(new Set(images.map(({ key }) => key)).size).toBe(4)
  expect(problem).toBeUndefined()
  const more = addImages(images, [photo('e')])
  expect(more.images).toEqual(images)
  expect(more.problem).toBe('At most 4 photos')
})

test('files that are not photos or too large are left out, and the others are added', () => {
  const { images, problem } = addImages(
    [],
    [photo('notes.txt', 'text/plain'), photo('good.gif', 'image/gif')],
  )
  expect(images.map(({ name }) => name)).toEqual(['good.gif'])
  expect(problem).toBe('This is not a JPG, PNG or GIF picture. Choose another one.')
  expect(addImages([], [photo('big.png', 'image/png', limits.tweetImageBytes + 1)]).problem).toBe(
    'This picture is larger than 5MB. Choose a smaller one.',
  )
})

test('a draft is named after the beginning of its text', () => {
  expect(nameOf(full)).toBe('Hello')
  expect(nameOf({ ...full, content: 'word '.repeat(20) })).toBe('word word word word word word word word…')
  expect(nameOf(emptyDraft)).toBeUndefined()
})
