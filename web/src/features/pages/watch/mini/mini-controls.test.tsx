import { screen } from '@testing-library/react'
import { act, useRef } from 'react'
import { expect, it } from 'vitest'
import { renderInApp } from '../../../../../test/render.tsx'
import { createPlayer } from '../../../playback/player/create-player.ts'
import { PlayerContext } from '../../../playback/player/state/player-context.ts'
import type { PlayableVideo } from '../../../playback/player/state/player-types.ts'
import { MiniControls } from './mini-controls.tsx'

const video = { duration: 60 } as PlayableVideo
const next = { title: 'Dusk', thumbnail: null, onPlay: () => {} }
const ignore = () => {}
const player = createPlayer()

function Mini() {
  const root = useRef<HTMLElement>(null)
  return (
    <PlayerContext value={player}>
      <section ref={root} aria-label="Video player" tabIndex={-1}>
        <MiniControls
          video={video}
          root={root}
          next={next}
          previous={undefined}
          isLoading={false}
          corner={{ row: 'bottom', column: 'right' }}
          onMove={ignore}
          onExpand={ignore}
          onClose={ignore}
        />
      </section>
    </PlayerContext>
  )
}

it('a video that cannot be played offers Retry in place of Play and Next, and the keys go on working', async () => {
  renderInApp(<Mini />)
  const button = await screen.findByRole('button', { name: 'Next video' })
  button.focus()
  const { state } = player.playback
  act(() => state.set({ ...state.get(), trouble: 'broken' }))
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Play|Next/ })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Video player' }))
})
