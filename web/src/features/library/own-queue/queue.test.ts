import { limits } from '@vireo/contract'
import { describe, expect, it } from 'vitest'
import {
  addToQueue,
  emptyQueue,
  followPlaying,
  moveInQueue,
  neighboursOf,
  type OwnQueue,
  parseQueue,
  removeFromQueue,
  shuffleQueue,
  toStored,
  undoChange,
} from './queue.ts'

/** Each letter is a video; the capital one was played last. */
const queue = (letters: string, isRepeated = false): OwnQueue => ({
  ids: [...letters.toLowerCase()],
  at: /[A-Z]/.exec(letters)?.[0].toLowerCase() ?? null,
  isRepeated,
})
const text = (shown: OwnQueue | undefined) =>
  shown?.ids.map((id) => (id === shown.at ? id.toUpperCase() : id)).join('')
const always = () => true

describe('adding', () => {
  it.each([
    ['to an empty queue while nothing plays', '', 'x', undefined, 'x', 'x'],
    ['to an empty queue begins it with the video that plays', '', 'x', 'p', 'Px', 'Px'],
    ['puts a video after the one that plays, or at the end', 'aBcd', 'x', 'b', 'aBxcd', 'aBcdx'],
    ['moves a video that is in the queue', 'aBcd', 'd', 'b', 'aBdc', 'aBcd'],
    ['moves a video that was played', 'abCd', 'a', 'c', 'bCad', 'bCda'],
    ['puts a video that plays elsewhere where the queue is', 'aBcd', 'x', 'p', 'abPxcd', 'abPcdx'],
    ['while nothing plays continues where the queue is', 'aBc', 'x', undefined, 'aBxc', 'aBcx'],
    ['while nothing plays to a queue that has not begun', 'ab', 'x', undefined, 'xab', 'abx'],
    ['again the video that was played last, while nothing plays', 'aBc', 'b', undefined, 'Abc', 'Acb'],
  ])('%s', (_, before, id, playingId, next, end) => {
    expect(text(addToQueue(queue(before), id, 'next', playingId))).toBe(next)
    expect(text(addToQueue(queue(before), id, 'end', playingId))).toBe(end)
  })

  it('to a full queue drops the first that was played, and is refused if none was', () => {
    const ids = Array.from({ length: limits.queuedVideos }, (_, index) => `v${index}`)
    const full = { ...emptyQueue, ids }
    expect(addToQueue(full, 'x', 'end')).toBeUndefined()
    expect(addToQueue(full, 'x', 'next', 'v0')).toBeUndefined()
    const later = addToQueue(full, 'x', 'end', 'v2')
    expect(later?.ids).toHaveLength(limits.queuedVideos)
    expect([later?.ids[0], later?.at, later?.ids.at(-1)]).toEqual(['v1', 'v2', 'x'])
    // A video that is in it only moves.
    expect(addToQueue(full, 'v0', 'end')?.ids.at(-1)).toBe('v0')
  })
})

describe('changing', () => {
  it('removes and moves videos, and ignores those that are gone', () => {
    expect(text(removeFromQueue(queue('aBc'), 'b'))).toBe('Ac')
    expect(text(removeFromQueue(queue('Abc'), 'a'))).toBe('bc')
    expect(text(removeFromQueue(queue('aBc'), 'x'))).toBe('aBc')
    expect(text(moveInQueue(queue('aBcd'), 'd', 0))).toBe('daBc')
    expect(text(moveInQueue(queue('aBcd'), 'x', 0))).toBe('aBcd')
  })

  it('shuffles only what is still to come', () => {
    const ranks = [0.9, 0.1, 0.5]
    expect(text(shuffleQueue(queue('aBcde'), 'b', () => ranks.shift() ?? 0))).toBe('aBdec')
  })

  it('is taken back, and what was added since stays', () => {
    const before = queue('aBcd')
    const cleared = { ...before, ids: [], at: null }
    expect(undoChange(cleared, before, cleared)).toBe(before)
    expect(text(undoChange(queue('x'), before, cleared))).toBe('aBcdx')
    const removed = removeFromQueue(before, 'c')
    expect(text(undoChange(queue('abDx'), before, removed))).toBe('abcDx')
    const added = addToQueue(queue(''), 'x', 'next', 'p') as OwnQueue
    expect(text(undoChange(added, queue(''), added))).toBe('')
    expect(text(undoChange(queue('Pxy'), queue(''), added))).toBe('y')
  })
})

describe('what plays next and before', () => {
  it.each([
    ['in the middle', queue('abcd'), 'b', 'a', 'c'],
    ['of the first', queue('abcd'), 'a', undefined, 'b'],
    ['of the last', queue('abcd'), 'd', 'c', undefined],
    ['of the last of a repeated queue', queue('abcd', true), 'd', 'c', 'a'],
    ['of a video outside of the queue', queue('aBcd'), 'p', 'b', 'c'],
    ['of a video outside of a queue that has not begun', queue('ab'), 'p', undefined, 'a'],
    ['of a video outside of a repeated queue at its end', queue('abC', true), 'p', 'c', 'a'],
    ['of the only video of a repeated queue', queue('A', true), 'a', undefined, undefined],
    ['without a queue', emptyQueue, 'p', undefined, undefined],
  ])('%s', (_, shown, playingId, previous, next) => {
    expect(neighboursOf(shown, playingId, always)).toEqual({ previous, next })
  })

  it('skips videos that cannot be played', () => {
    const isPlayable = (id: string) => id !== 'b' && id !== 'd'
    expect(neighboursOf(queue('abcde'), 'c', isPlayable)).toEqual({ previous: 'a', next: 'e' })
    expect(neighboursOf(queue('abcd'), 'c', isPlayable)).toEqual({ previous: 'a', next: undefined })
  })
})

it('the queue ends when another video plays after its last one that can be played', () => {
  expect(text(followPlaying(queue('aBc'), 'c', always))).toBe('abC')
  expect(text(followPlaying(queue('aBc'), 'p', always))).toBe('aBc')
  expect(text(followPlaying(queue('ab'), 'p', always))).toBe('ab')
  expect(followPlaying(queue('abC'), 'p', always)).toBe(emptyQueue)
  expect(text(followPlaying(queue('abC', true), 'p', always))).toBe('abC')
  expect(followPlaying(queue('aBc'), 'p', (id) => id !== 'c')).toBe(emptyQueue)
})

it('is stored and read again; what is broken, too much or of another version is ignored', () => {
  const kept = queue('aBc', true)
  expect(parseQueue(JSON.stringify(toStored(kept)))).toEqual(kept)
  const stored = { ...toStored(kept), ids: ['a', 'a', 7, null, 'b', '../x', 'c?d'], at: 'gone' }
  expect(parseQueue(JSON.stringify(stored))).toEqual({ ids: ['a', 'b'], at: null, isRepeated: true })
  const many = Array.from({ length: limits.queuedVideos + 5 }, (_, index) => `v${index}`)
  expect(parseQueue(JSON.stringify({ ...stored, ids: many })).ids).toHaveLength(limits.queuedVideos)
  for (const broken of [null, '', '{', '[]', '"a"', '{"version":2,"ids":["a"]}', '{"version":1,"ids":"a"}'])
    expect(parseQueue(broken)).toEqual(emptyQueue)
})
