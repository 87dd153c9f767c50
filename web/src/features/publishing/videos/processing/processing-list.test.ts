import { expect, test } from 'vitest'
import { findNewlyPlayable, mergeProcessing, type Processing, patchProcessing } from './processing-list.ts'

const video = (id: string, changes: Partial<Processing> = {}): Processing => ({
  _id: id,
  title: `Video ${id}`,
  status: 'processing',
  progress: 10,
  isPlayable: true,
  failure: null,
  ...changes,
})

test('of the listed videos only the unfinished ones are followed', () => {
  const listed = [video('a'), video('b', { status: 'ready' }), video('c', { status: 'failed' })]
  expect(mergeProcessing([], listed).map(({ _id }) => _id)).toEqual(['a'])
})

test('a followed video is updated, even when it is finished, and dropped when it was deleted', () => {
  const known = [video('a'), video('b')]
  expect(mergeProcessing(known, [video('a', { status: 'ready', progress: 100 })])).toEqual([
    video('a', { status: 'ready', progress: 100 }),
  ])
})

test('a list that was fetched before a video finished does not make it unfinished again', () => {
  const done = video('a', { status: 'ready', progress: 100 })
  expect(mergeProcessing([done], [video('a')])).toEqual([done])
})

test('a message changes its own video only, and keeps the title', () => {
  const changed = patchProcessing([video('a'), video('b')], {
    _id: 'b',
    status: 'failed',
    progress: 10,
    isPlayable: false,
    failure: 'Too odd',
  })
  expect(changed).toEqual([
    video('a'),
    video('b', { status: 'failed', isPlayable: false, failure: 'Too odd' }),
  ])
})

test('progress never decreases', () => {
  const { status, isPlayable, failure } = video('a')
  const [changed] = patchProcessing([video('a')], { _id: 'a', status, isPlayable, failure, progress: 5 })
  expect(changed?.progress).toBe(10)
})

test('a video is reported as newly playable only once', () => {
  const waiting = [video('a', { isPlayable: false }), video('b')]
  expect(findNewlyPlayable(waiting, [video('a'), video('b')])).toEqual([video('a')])
  expect(findNewlyPlayable([video('a')], [video('a')])).toEqual([])
})
