import { cleanup, render } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { PlayerParts } from '../create-player.ts'
import { PlayerContext } from '../state/player-context.ts'
import type { PlayableVideo } from '../state/player-types.ts'
import { MediaSession } from './media-session.ts'

const video = {
  title: 'Dawn chorus',
  thumbnail: '/media/thumbnails/1/thumbnail.webp',
  owner: { fullname: 'Robin Lark' },
} as PlayableVideo

it('the system shows the playing video, and media keys control it', () => {
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>> = {}
  const session = {
    metadata: null as MediaMetadataInit | null,
    setActionHandler: (type: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
      handlers[type] = handler
    },
  }
  vi.stubGlobal('MediaMetadata', function describe(init: MediaMetadataInit) {
    return init
  })
  vi.stubGlobal('navigator', { mediaSession: session })
  onTestFinished(() => {
    cleanup()
    vi.unstubAllGlobals()
  })
  const actions = { play: vi.fn(), pause: vi.fn(), seekBy: vi.fn(), seekTo: vi.fn() }
  const media = document.createElement('video')
  const [next, previous] = ['Dusk', 'Night'].map((title) => ({ title, thumbnail: null, onPlay: vi.fn() }))
  const press = (action: MediaSessionAction, details = {}) => handlers[action]?.({ action, ...details })
  const { unmount } = render(
    <PlayerContext value={{ actions, media } as unknown as PlayerParts}>
      <MediaSession video={video} next={next} previous={previous} />
    </PlayerContext>,
  )
  expect(session.metadata).toMatchObject({ title: video.title, artist: video.owner.fullname })
  expect(session.metadata?.artwork?.map(({ sizes }) => sizes)).toEqual(['320x180', '640x360', '1280x720'])

  press('pause')
  press('seekbackward')
  press('seekforward', { seekOffset: 30 })
  press('seekto', { seekTime: 5 })
  expect(actions.pause).toHaveBeenCalledOnce()
  expect(actions.seekBy.mock.calls).toEqual([[-10], [30]])
  expect(actions.seekTo).toHaveBeenLastCalledWith(5)
  press('nexttrack')
  expect(next?.onPlay).toHaveBeenCalledOnce()
  media.currentTime = 4
  press('previoustrack')
  expect(actions.seekTo).toHaveBeenLastCalledWith(0)
  expect(previous?.onPlay).not.toHaveBeenCalled()
  media.currentTime = 2
  press('previoustrack')
  expect(previous?.onPlay).toHaveBeenCalledOnce()

  unmount()
  expect(session.metadata).toBeNull()
  expect(Object.values(handlers).filter(Boolean)).toEqual([])
})
