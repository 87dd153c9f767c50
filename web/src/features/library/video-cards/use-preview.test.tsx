import { act, fireEvent, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderInApp } from '../../../../test/render.tsx'
import { usePreview } from './use-preview.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function Page() {
  const card = useRef<HTMLElement>(null)
  const isPreviewing = usePreview(card, true)
  return (
    <>
      <section className="player">
        <video muted />
      </section>
      <article ref={card}>{isPreviewing ? 'preview' : 'picture'}</article>
    </>
  )
}

it('a preview neither starts nor goes on while a video plays in the player', () => {
  const { container } = renderInApp(<Page />)
  const media = container.querySelector('video') as HTMLVideoElement
  const card = screen.getByRole('article')
  const setPaused = (paused: boolean) => {
    Object.defineProperty(media, 'paused', { value: paused, configurable: true })
    act(() => void media.dispatchEvent(new Event(paused ? 'pause' : 'play')))
  }
  const hover = () => {
    fireEvent.pointerLeave(card)
    fireEvent.pointerEnter(card)
    act(() => void vi.advanceTimersByTime(1000))
  }
  setPaused(true)
  hover()
  expect(card.textContent).toBe('preview')
  setPaused(false)
  expect(card.textContent).toBe('picture')
  hover()
  expect(card.textContent).toBe('picture')
  setPaused(true)
  hover()
  expect(card.textContent).toBe('preview')
})
