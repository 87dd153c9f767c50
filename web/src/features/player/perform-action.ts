import type { PlayerParts } from './create-player.ts'
import type { PlayerAction } from './keyboard.ts'
import { speedLabel } from './speeds.ts'

/** Does what a key asks for and says so on the picture, where no control under the finger does. */
export function performAction({ actions, hints, media }: PlayerParts, action: PlayerAction) {
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
    case 'toggle-fullscreen':
      return actions.toggleFullscreen()
    case 'toggle-pip':
      return actions.togglePip()
  }
}
