import { expect, test } from 'vitest'
import { readOptions } from './embed-options.ts'

const none = { start: 0, autoplay: false, muted: false, loop: false, captions: false }

test.each([
  ['', none],
  ['?start=90', { ...none, start: 90 }],
  ['?start=1m30s&loop=1', { ...none, start: 90, loop: true }],
  ['?autoplay=1&muted=true', { ...none, autoplay: true, muted: true }],
  ['?captions=1', { ...none, captions: true }],
  ['?captions=pt-BR', { ...none, captions: 'pt-BR' }],
])('%j sets its options', (search, options) => {
  expect(readOptions(search, 600)).toEqual(options)
})

test.each([
  '?start=-5',
  '?start=soon',
  '?start=600',
  '?start=1e2',
  '?autoplay=yes&muted=&loop=2',
  '?captions=0',
  '?captions=%3Cscript%3E',
  '?captions=',
  '?color=red',
])('%j has invalid values, which are ignored', (search) => {
  expect(readOptions(search, 600)).toEqual(none)
})
