import { limits } from '@vireo/contract'
import { expect, test } from 'vitest'
import { pictureProblem } from './use-picture-choice.ts'

test('a picture up to the size limit is accepted', () => {
  expect(pictureProblem({ type: 'image/png', size: limits.avatarBytes }, limits.avatarBytes)).toBeUndefined()
})

test('a larger picture is refused with the size limit', () => {
  const message = pictureProblem({ type: 'image/png', size: limits.coverBytes + 1 }, limits.coverBytes)
  expect(message).toBe('This picture is larger than 10MB. Choose a smaller one.')
})

test.each(['image/svg+xml', 'application/pdf', ''])('a file of the type "%s" is refused', (type) => {
  expect(pictureProblem({ type, size: 1 }, limits.avatarBytes)).toMatch('not a JPG, PNG or GIF')
})
