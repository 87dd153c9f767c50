import {
  type ComponentType,
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { createStore } from '../../../../lib/store/store.ts'
import { useStore } from '../../../../lib/store/use-store.ts'
import { PartErrorBoundary } from '../../../../navigation/errors/route-error.tsx'
import type { Loadable } from '../../../../ui/lazy/lazy-part.tsx'
import type { UpNext } from '../../../library/playlists/queue/use-queue.ts'
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

/** What is in the player. */
export type Watched = {
  /** Comes with the page, so that other pages do not load it. */
  Player: ComponentType<WatchPlayerProps>
  props: WatchPlayerProps
  /** The address of the video's page. */
  path: string
}

const HostContext = createContext<ReturnType<typeof createHost> | null>(null)

export function usePlayerHost() {
  const host = use(HostContext)
  if (!host) throw new Error('usePlayerHost needs a <PlayerHost> around it')
  return host
}

type PlayerHostProps = {
  viewerId: string | undefined
  /** Shows the player after its page was left. */
  Mini: ComponentType<{ left: Watched }> & Loadable
  children: ReactNode
}

/**
 * Holds the one player of the site, in a box of its own which moves to where the player is shown. Moving a <video> does
 * not interrupt it, while a new element would load the video again.
 */
export function PlayerHost({ viewerId, Mini, children }: PlayerHostProps) {
  const parking = useRef<HTMLDivElement>(null)
  const [host] = useState(() => createHost(parking, Mini))
  const left = useStore(host.left)
  useLayoutEffect(() => host.setViewer(viewerId), [host, viewerId])
  return (
    <HostContext value={host}>
      <div ref={parking} hidden />
      <HostedPlayer />
      {/* Before the page, where Shift and Tab lead from its heading. */}
      {left && <Mini left={left} />}
      {children}
    </HostContext>
  )
}

function HostedPlayer() {
  const { box, watched } = usePlayerHost()
  const [shown, setShown] = useState(watched.get)
  // Not `useStore`, which subscribes after the first paint: until then a video that plays already would be in no page.
  useLayoutEffect(() => watched.subscribe(() => setShown(watched.get())), [watched])
  return (
    shown &&
    createPortal(
      <PartErrorBoundary>
        <shown.Player {...shown.props} />
      </PartErrorBoundary>,
      box,
    )
  )
}

function createHost(parking: RefObject<Element | null>, mini: Loadable) {
  const box = document.createElement('div')
  const watched = createStore<Watched | undefined>(undefined)
  /** What goes on in the mini-player. */
  const left = createStore<Watched | undefined>(undefined)
  let owner: Element | undefined
  let viewer: string | undefined
  let hasSignedOut = false

  const end = () => {
    owner = undefined
    watched.set(undefined)
    left.set(undefined)
  }
  return {
    box,
    watched,
    left,
    /** Moves the player into `slot`, which owns it from now on. */
    take(slot: Element) {
      owner = slot
      hasSignedOut = false
      move(box, slot)
    },
    /** Only what the owner says is rendered. */
    render: (slot: Element, next: Watched) => slot === owner && watched.set(next),
    /** The slot goes away. A video that is playing goes on in the mini-player. */
    leave(slot: Element) {
      if (slot !== owner) return
      const media = box.querySelector('video')
      const goesOn = media && !media.paused && !hasSignedOut && mini.isLoaded()
      if (box.contains(document.fullscreenElement)) void document.exitFullscreen()
      if (parking.current) move(box, parking.current)
      if (!goesOn) return end()
      owner = undefined
      left.set(watched.get())
    },
    /** The page has the player again. */
    back: () => left.set(undefined),
    end,
    /** Loads the mini-player, which has to be there when the page is left. */
    prepare: () => void mini.load(),
    setViewer(id: string | undefined) {
      hasSignedOut ||= viewer !== undefined && id !== viewer
      viewer = id
      if (hasSignedOut && left.get()) end()
    },
  }
}

/** Where browsers can, the element keeps the focus and its picture-in-picture window. */
function move(box: Element, place: Element) {
  if (box.isConnected && 'moveBefore' in place) place.moveBefore(box, null)
  else place.append(box)
}

/** Where the player is shown. */
export function PlayerSlot({ isMini = false, ...watched }: Watched & { isMini?: boolean }) {
  const host = usePlayerHost()
  const slot = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = slot.current
    if (!element) return
    host.take(element)
    if (!isMini) host.back()
    return () => host.leave(element)
  }, [host, isMini])
  useLayoutEffect(() => {
    if (slot.current) host.render(slot.current, watched)
  })
  return <div ref={slot} />
}
