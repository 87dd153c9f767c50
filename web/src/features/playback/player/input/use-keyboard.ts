import { type Chapter, chaptersOf } from '@vireo/contract'
import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import { chapterBeside } from '../controls/seek/seek.ts'
import type { PlayerParts } from '../create-player.ts'
import { speedLabel } from '../engine/settings/speeds.ts'
import type { PlayableVideo } from '../state/player-types.ts'
import { focusPlaceOf } from './focus-place.ts'
import { actionOf, type PlayerAction } from './keyboard.ts'

type Handlers = {
  video: PlayableVideo
  /** Any key that the player handles. */
  onKey: () => void
  onTheatre: (() => void) | undefined
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  /** Ignores keys that are pressed elsewhere on the page. */
  isLocal?: boolean
}

/** The player's keys, which work on the whole page unless they are local. */
export function useKeyboard(player: PlayerParts, root: RefObject<HTMLElement | null>, handlers: Handlers) {
  const { isLocal = false } = handlers
  const perform = useEffectEvent((action: PlayerAction) => {
    handlers.onKey()
    if (action.type === 'toggle-theatre') handlers.onTheatre?.()
    else if (action.type === 'play-next') handlers.onNext?.()
    else if (action.type === 'play-previous') handlers.onPrevious?.()
    else if (action.type === 'seek-chapter') {
      const { description, duration } = handlers.video
      seekChapter(player, chaptersOf(description, duration), action.direction)
    } else performAction(player, action)
  })

  // A layout effect, so that keys work as soon as the controls are visible.
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const element = root.current
      if (!element || event.defaultPrevented) return
      if (isLocal && !element.contains(event.target as Node)) return
      const action = actionOf(event, focusPlaceOf(event.target, element))
      if (!action) return
      event.preventDefault()
      // A key that is held down keeps seeking, but toggles only once.
      if (event.repeat && /^toggle|^play-|^seek-chapter/.test(action.type)) return
      perform(action)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [root, isLocal])
}

function seekChapter({ actions, hints, media }: PlayerParts, chapters: Chapter[], direction: 1 | -1) {
  const chapter = chapterBeside(chapters, media.currentTime, direction)
  if (chapter) actions.seekTo(chapter.start)
  const text = chapter?.title ?? (chapters.length > 0 ? 'Last chapter' : 'No chapters')
  hints.show(direction < 0 ? 'back' : 'forward', text, true)
}

/** Performs a key's action and shows a hint over the picture, because no pressed control shows the change. */
function performAction({ actions, hints, media }: PlayerParts, action: PlayerAction) {
  switch (action.type) {
    case 'toggle-play': {
      const isPaused = media.paused
      actions.togglePlay()
      return hints.show(isPaused ? 'play' : 'pause', isPaused ? 'Play' : 'Pause')
    }
    case 'seek-by':
      actions.seekBy(action.seconds)
      return hints.show(action.seconds < 0 ? 'back' : 'forward', `${Math.abs(action.seconds)} s`)
    case 'seek-to':
      actions.seekToFraction(action.fraction)
      return hints.show(action.fraction === 0 ? 'back' : 'forward', `${action.fraction * 100} %`)
    case 'step-frame':
      return actions.stepFrame(action.direction)
    case 'change-volume': {
      const volume = actions.changeVolume(action.amount)
      return hints.show(volume > 0 ? 'volume' : 'muted', `${Math.round(volume * 100)} %`, true)
    }
    case 'toggle-muted': {
      actions.toggleMuted()
      const isMuted = media.muted
      return hints.show(isMuted ? 'muted' : 'volume', isMuted ? 'Muted' : 'Sound on', true)
    }
    case 'step-speed':
      return hints.show('speed', speedLabel(actions.stepSpeed(action.direction)), true)
    case 'toggle-captions': {
      const areOn = actions.toggleCaptions()
      if (areOn === undefined) return hints.show('captions', 'No captions', true)
      return hints.show('captions', areOn ? 'Captions on' : 'Captions off', true)
    }
    case 'toggle-loop':
      return hints.show('loop', actions.toggleLoop() ? 'Loop on' : 'Loop off', true)
    case 'toggle-fullscreen':
      return actions.toggleFullscreen()
    case 'toggle-pip':
      return actions.togglePip()
  }
}
