import type { TooltipSide } from './tooltip.tsx'

type Box = { left: number; top: number; width: number; height: number }
type Size = { offsetWidth: number; offsetHeight: number }
type Viewport = { width: number; height: number }

const gap = 6
const margin = 8

/** Centred on the given side of the target, or on the opposite side if there is no space; always inside the window. */
export function placeTooltip(target: Box, bubble: Size, side: TooltipSide, viewport: Viewport) {
  const { offsetWidth: width, offsetHeight: height } = bubble
  const middleX = target.left + target.width / 2 - width / 2
  const middleY = target.top + target.height / 2 - height / 2
  const right = target.left + target.width
  const bottom = target.top + target.height
  const positions: Record<TooltipSide, [number, number]> = {
    top: [middleX, target.top - height - gap],
    bottom: [middleX, bottom + gap],
    left: [target.left - width - gap, middleY],
    right: [right + gap, middleY],
  }
  const opposites = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const
  const fits = ([x, y]: [number, number]) =>
    side === 'top' || side === 'bottom'
      ? y >= margin && y + height <= viewport.height - margin
      : x >= margin && x + width <= viewport.width - margin
  const [left, top] = fits(positions[side]) ? positions[side] : positions[opposites[side]]
  return {
    left: clamp(left, viewport.width - width - margin),
    top: clamp(top, viewport.height - height - margin),
  }
}

function clamp(value: number, highest: number) {
  return Math.max(margin, Math.min(value, highest))
}
