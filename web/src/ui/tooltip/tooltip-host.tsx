import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { TooltipSide } from './tooltip.tsx'
import { placeTooltip } from './tooltip-place.ts'
import { watchTooltips } from './tooltip-watch.ts'

/**
 * Shows the tooltips of the whole page: after 700 ms, or at once within 300 ms of another. Not radix-ui's, whose
 * positioning code would be a sixth of a visitor's first load.
 */
export function TooltipHost({ startsAtPointer = false }: { startsAtPointer?: boolean }) {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  useEffect(() => watchTooltips(setTarget, startsAtPointer), [startsAtPointer])
  return target && <Bubble target={target} />
}

function Bubble({ target }: { target: HTMLElement }) {
  const bubble = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bubble.current
    if (!element) return
    const side = (target.dataset.tooltipSide ?? 'bottom') as TooltipSide
    const { left, top } = placeTooltip(target.getBoundingClientRect(), element, side, {
      width: document.documentElement.clientWidth,
      height: window.innerHeight,
    })
    element.style.left = `${left}px`
    element.style.top = `${top}px`
  }, [target])
  return (
    <div
      ref={bubble}
      role="tooltip"
      className="fixed z-50 w-max max-w-64 animate-fade-in rounded-md bg-text px-2 py-1 text-xs font-medium text-bg shadow-float"
    >
      {target.dataset.tooltip}
    </div>
  )
}
