import { expect, test } from 'vitest'
import { networkLinks, shareLink } from './share-target.ts'

const link = 'https://vireo.example/watch/1'

test('the link is the origin, the type and the id', () => {
  const origin = 'https://vireo.example'
  expect(shareLink({ type: 'watch', id: '1' }, undefined, origin)).toBe(link)
  expect(shareLink({ type: 'tweet', id: '2' }, undefined, origin)).toBe(`${origin}/tweet/2`)
  expect(shareLink({ type: 'watch', id: '1' }, 90, origin)).toBe(`${link}?t=90`)
})

test.each(['Facebook', 'Twitter', 'WhatsApp', 'LinkedIn'] as const)(
  '%s receives the complete link',
  (network) => {
    const address = new URL(networkLinks[network](link, 'Cats & dogs #1'))
    expect([...address.searchParams.values()].join(' ')).toContain(link)
  },
)

test('Twitter and WhatsApp receive the title unchanged', () => {
  expect(new URL(networkLinks.Twitter(link, 'Cats & dogs #1')).searchParams.get('text')).toBe(
    'Cats & dogs #1',
  )
  expect(new URL(networkLinks.WhatsApp(link, 'Cats & dogs #1')).searchParams.get('text')).toBe(
    `Cats & dogs #1 ${link}`,
  )
})
