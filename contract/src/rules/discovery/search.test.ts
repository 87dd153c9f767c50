import { expect, test } from 'vitest'
import { readSearch } from './search.ts'

const read = (search: string) => readSearch(new URLSearchParams(search))

test('a search is for the most viewed videos of any time and length by default', () => {
  expect(read('q=%20song%20')).toEqual({
    query: 'song',
    exact: undefined,
    type: 'videos',
    uploaded: undefined,
    length: undefined,
    captions: undefined,
    sort: 'views',
  })
  expect(read('q=song&exact=true&uploaded=week&length=long&captions=true&sort=relevance')).toEqual({
    query: 'song',
    exact: 'true',
    type: 'videos',
    uploaded: 'week',
    length: 'long',
    captions: 'true',
    sort: 'relevance',
  })
})

test('unknown parameters and values are ignored', () => {
  expect(read('q=song&type=tweets').type).toBe('tweets')
  expect(read('type=people&uploaded=century&length=&captions=maybe&sort=price&exact=no')).toEqual({
    query: '',
    exact: undefined,
    type: 'videos',
    uploaded: undefined,
    length: undefined,
    captions: undefined,
    sort: 'views',
  })
})
