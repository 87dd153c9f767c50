import { limits } from '@vireo/contract'
import { expect, test } from 'vitest'
import { thumbnailProblem, videoProblem } from './file-problem.ts'

test.each([
  ['video/mp4', limits.videoBytes, undefined],
  ['', 1, undefined],
  ['text/plain', 1, 'This is not a video. Choose another file.'],
  ['video/mp4', 0, 'This file is empty. Choose another one.'],
  ['video/mp4', limits.videoBytes + 1, 'This video is larger than 2GB. Choose a smaller one.'],
])('a file of type "%s" with %d bytes: %s', (type, size, problem) => {
  expect(videoProblem({ type, size })).toBe(problem)
})

test.each([
  ['image/png', limits.thumbnailBytes, undefined],
  ['image/svg+xml', 1, 'This is not a PNG or JPG picture. Choose another one.'],
  ['image/jpeg', limits.thumbnailBytes + 1, 'This picture is larger than 5MB. Choose a smaller one.'],
])('a picture of type "%s" with %d bytes: %s', (type, size, problem) => {
  expect(thumbnailProblem({ type, size })).toBe(problem)
})
