import { expect, test } from 'vitest'
import { paths } from './paths.ts'

test('the link to /auth contains the page to return to', () => {
  expect(paths.auth()).toBe('/auth/')
  expect(paths.auth('/')).toBe('/auth/')
  expect(paths.auth('/', 'sign-up')).toBe('/auth/?tab=sign-up')
  expect(paths.auth('/settings', 'sign-up')).toBe('/auth/?tab=sign-up&next=%2Fsettings')
  expect(paths.auth('/search/?q=a b')).toBe('/auth/?next=%2Fsearch%2F%3Fq%3Da%20b')
})

test('links to search and profiles encode their text', () => {
  expect(paths.search('cats & dogs')).toBe('/search/?q=cats%20%26%20dogs')
  expect(paths.search('cats', 'tweets')).toBe('/search/?q=cats&type=tweets')
  expect(paths.profile('ada.l')).toBe('/profile/ada.l')
  expect(paths.profile('ada.l', 'tweets')).toBe('/profile/ada.l/tweets')
})

test('the link to a video can name a playlist and a shuffled order', () => {
  expect(paths.watch('1')).toBe('/watch/1')
  expect(paths.watch('1', 'liked')).toBe('/watch/1?list=liked')
  expect(paths.watch('1', '2', 'seed')).toBe('/watch/1?list=2&shuffle=seed')
})
