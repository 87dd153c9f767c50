import { describe, expect, it } from 'vitest'
import { StorageKeyError } from './storage-errors.ts'
import { assertKey, isKey, maxKeyLength } from './storage-key.ts'

describe('assertKey', () => {
  it.each([
    'a',
    'videos/0198c7e2-3f6a-7c1e-9d55-1b2c3d4e5f60/hls/720p/segment_00001.m4s',
    'avatars/u-1/A.B.c.webp',
    'a..b/c',
    `${'k'.repeat(200)}/x`,
  ])('accepts %s', (key) => {
    expect(() => assertKey(key)).not.toThrow()
  })

  it.each([
    '',
    '/',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    'a/.',
    'a/../b',
    '../a',
    '.tmp/a',
    '.types/a',
    'a/.hidden',
    'a/trailing.',
    'a/dots.../b',
    'a b',
    'a\\b',
    'a\0b',
    'a\nb',
    'a%2e%2e/b',
    'C:a',
    'ä',
    'k'.repeat(201),
    'k/'.repeat(maxKeyLength / 2 + 1).slice(0, -1),
  ])('refuses %j', (key) => {
    expect(() => assertKey(key)).toThrow(StorageKeyError)
    expect(isKey(key)).toBe(false)
  })
})
