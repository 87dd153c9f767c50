import { expect, test } from 'vitest'
import { applyLike } from './request-like.ts'

test('a like changes the count by one, and removing it changes it back', () => {
  expect(applyLike({ isLiked: false, likes: 4 }, true)).toEqual({ isLiked: true, likes: 5 })
  expect(applyLike({ isLiked: true, likes: 5 }, false)).toEqual({ isLiked: false, likes: 4 })
})

test('setting the current state again does not change the count', () => {
  expect(applyLike({ isLiked: true, likes: 5 }, true)).toEqual({ isLiked: true, likes: 5 })
})

test('the count never goes below 0', () => {
  expect(applyLike({ isLiked: true, likes: 0 }, false)).toEqual({ isLiked: false, likes: 0 })
})
