import {
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { useStore } from '../../../../lib/store/use-store.ts'
import { PartErrorBoundary } from '../../../../navigation/errors/route-error.tsx'
import type { Loadable } from '../../../../ui/lazy/lazy-part.tsx'
import { createPlayerHost, type PlayerContent } from './create-player-host.ts'

const HostContext = createContext<ReturnType<typeof createPlayerHost> | null>(null)

export function usePlayerHost() {
  const host = use(HostContext)
  if (!host) throw new Error('usePlayerHost needs a <PlayerHost> around it')
  return host
}

type PlayerHostProps = {
  viewerId: string | undefined
  /** Shows the player after its page was left. */
  Mini: ComponentType<{ left: PlayerContent }> & Loadable
  children: ReactNode
}

/**
 * Holds the only player of the site, in a box that moves to where the player is shown. Moving a <video> does not
 * interrupt it, while a new element would load the video again.
 */
export function PlayerHost({ viewerId, Mini, children }: PlayerHostProps) {
  const parking = useRef<HTMLDivElement>(null)
  const [host] = useState(() => createPlayerHost(parking, Mini))
  const left = useStore(host.left)
  useLayoutEffect(() => host.setViewer(viewerId), [host, viewerId])
  return (
    <HostContext value={host}>
      <div ref={parking} hidden />
      <HostedPlayer />
      {/* Before the page: Shift+Tab leads here from its heading. */}
      {left && <Mini left={left} />}
      {children}
    </HostContext>
  )
}

function HostedPlayer() {
  const { box, content } = usePlayerHost()
  const [shown, setShown] = useState(content.get)
  // Not `useStore`, which subscribes after the first paint: until then, a video that already plays would be on no page.
  useLayoutEffect(() => content.subscribe(() => setShown(content.get())), [content])
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
