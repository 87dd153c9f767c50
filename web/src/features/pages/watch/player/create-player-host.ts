import type { ComponentType, RefObject } from 'react'
import { createStore } from '../../../../lib/store/store.ts'
import type { Loadable } from '../../../../ui/lazy/lazy-part.tsx'
import type { UpNext } from '../../../library/up-next/neighbours.ts'
import type { PlayerProps } from '../../../playback/player/player.tsx'
import type { VideoDetail } from '../../../publishing/videos/api.ts'

export type WatchPlayerProps = Pick<
  PlayerProps,
  'isTheatre' | 'onTheatreChange' | 'overlay' | 'onEnded' | 'seekRef'
> & {
  video: VideoDetail
  /** Another video is being loaded. */
  isLeaving: boolean
  next: UpNext | undefined
  previous: UpNext | undefined
  /** Opens another video; by default its page. */
  onOpen?: (path: string) => void
  onStarted?: () => void
  onExpired: () => void
}

/** The video in the player, and the page that it belongs to. */
export type PlayerContent = {
  /** Comes with the page, so that other pages do not load it. */
  Player: ComponentType<WatchPlayerProps>
  props: WatchPlayerProps
  /** The address of the video's page. */
  path: string
}

/**
 * Decides where the player is and what it shows. The player is in a box that moves into the slot of a page or of the
 * mini-player. The slot that took it last owns it, so an unmounting page does not disturb the next one.
 */
export function createPlayerHost(parking: RefObject<Element | null>, mini: Loadable) {
  const box = document.createElement('div')
  const content = createStore<PlayerContent | undefined>(undefined)
  /** What the mini-player shows. */
  const left = createStore<PlayerContent | undefined>(undefined)
  let owner: Element | undefined
  let viewer: string | undefined
  let hasSignedOut = false

  const end = () => {
    owner = undefined
    content.set(undefined)
    left.set(undefined)
  }
  return {
    box,
    content,
    left,
    /** Moves the player into `slot`, which owns it from now on. */
    take(slot: Element) {
      owner = slot
      hasSignedOut = false
      move(box, slot)
    },
    /** Ignores slots other than the owner. */
    render: (slot: Element, next: PlayerContent) => slot === owner && content.set(next),
    /** On unmount of the slot. A playing video continues in the mini-player. */
    leave(slot: Element) {
      if (slot !== owner) return
      const media = box.querySelector('video')
      const isContinuing = media && !media.paused && !hasSignedOut && mini.isLoaded()
      if (box.contains(document.fullscreenElement)) void document.exitFullscreen()
      if (parking.current) move(box, parking.current)
      if (!isContinuing) return end()
      owner = undefined
      left.set(content.get())
    },
    /** A page has taken the player. */
    closeMini: () => left.set(undefined),
    end,
    /** Loads the mini-player, which must be ready when the page is left. */
    prepare: () => void mini.load(),
    setViewer(id: string | undefined) {
      hasSignedOut ||= viewer !== undefined && id !== viewer
      viewer = id
      if (hasSignedOut && left.get()) end()
    },
  }
}

/** Where supported, `moveBefore` keeps the focus and the picture-in-picture window. */
function move(box: Element, place: Element) {
  if (box.isConnected && 'moveBefore' in place) place.moveBefore(box, null)
  else place.append(box)
}
