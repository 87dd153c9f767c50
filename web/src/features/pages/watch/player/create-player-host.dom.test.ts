import { expect, test, vi } from 'vitest'
import { createPlayerHost, type PlayerContent } from './create-player-host.ts'

const film = { path: '/watch/film' } as PlayerContent
const song = { path: '/watch/song' } as PlayerContent

/** A page shows the film in its slot. */
function openPage({ isPlaying = true, isMiniLoaded = true } = {}) {
  const [parking, page] = [document.createElement('div'), document.createElement('div')]
  document.body.replaceChildren(parking, page)
  const host = createPlayerHost(
    { current: parking },
    { load: async () => true, isLoaded: () => isMiniLoaded },
  )
  const media = document.createElement('video')
  vi.spyOn(media, 'paused', 'get').mockReturnValue(!isPlaying)
  host.box.append(media)
  host.take(page)
  host.render(page, film)
  return { host, parking, page }
}

test('a playing video continues in the mini-player when its page is left', () => {
  const { host, parking, page } = openPage()
  expect(page.contains(host.box)).toBe(true)
  host.leave(page)
  expect(parking.contains(host.box)).toBe(true)
  expect([host.left.get(), host.content.get()]).toEqual([film, film])
})

test.each([
  ['it is paused', { isPlaying: false }],
  ['the mini-player has not been loaded', { isMiniLoaded: false }],
])('the player is emptied when its page is left if %s', (_, state) => {
  const { host, page } = openPage(state)
  host.leave(page)
  expect([host.left.get(), host.content.get()]).toEqual([undefined, undefined])
})

test('no video continues after its viewer has signed out, on its page or in the mini-player', () => {
  const { host, page } = openPage()
  host.setViewer('wren')
  host.setViewer(undefined)
  host.leave(page)
  expect(host.left.get()).toBeUndefined()

  const other = openPage()
  other.host.setViewer('wren')
  other.host.leave(other.page)
  other.host.setViewer('robin')
  expect(other.host.left.get()).toBeUndefined()
})

test('a slot that lost the player to another slot has no effect any more', () => {
  const { host, page } = openPage()
  const next = document.createElement('div')
  document.body.append(next)
  host.take(next)
  host.render(next, song)
  host.render(page, film)
  host.leave(page)
  expect(host.content.get()).toBe(song)
  expect(next.contains(host.box)).toBe(true)
})
