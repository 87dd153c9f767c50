import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createPersonalStore } from './personal-store.ts'

const keyOf = (userId: string) => `words:${userId}`
const createWords = () => createPersonalStore<string[]>(keyOf, (stored) => JSON.parse(stored ?? '[]'))

beforeEach(() => localStorage.clear())

it('a value belongs to one person, and another page of the browser reads it', () => {
  const store = createWords()
  store.set('a', ['one'])
  expect(store.get('a')).toBe(store.get('a'))
  expect(createWords().get('a')).toEqual(['one'])
  expect(store.get('b')).toEqual([])
})

it('a change in another tab is reported, and read even if nobody listens', () => {
  const store = createWords()
  const listener = vi.fn<() => void>()
  const stop = store.subscribe(listener)
  localStorage.setItem(keyOf('a'), '["two"]')
  window.dispatchEvent(new StorageEvent('storage', { key: keyOf('a') }))
  expect(listener).toHaveBeenCalledOnce()
  expect(store.get('a')).toEqual(['two'])
  stop()
  localStorage.setItem(keyOf('a'), '["three"]')
  window.dispatchEvent(new StorageEvent('storage', { key: keyOf('a') }))
  expect(listener).toHaveBeenCalledOnce()
  expect(store.get('a')).toEqual(['three'])
})

it('where the browser blocks storage or has no room, a value lasts as long as the page', () => {
  const failed = vi.spyOn(console, 'warn').mockReturnValue()
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    failed.mockRestore()
  })
  const store = createWords()
  store.set('a', ['kept'])
  expect(store.get('a')).toEqual(['kept'])
  expect(failed).toHaveBeenCalled()
})
