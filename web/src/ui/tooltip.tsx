import { cloneElement, type HTMLAttributes, type ReactElement } from 'react'

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left'

type TooltipProps = {
  text: string
  /** One element that hands its props on to the DOM. Its own name must say the same: a tooltip is for the eyes. */
  children: ReactElement<HTMLAttributes<HTMLElement>>
  side?: TooltipSide
  isDisabled?: boolean
}

/** Only marks the element; the one TooltipHost of the page shows the text. */
export function Tooltip({ text, children, side = 'bottom', isDisabled = false }: TooltipProps) {
  if (isDisabled) return children
  const marks: Record<string, string> = { 'data-tooltip': text, 'data-tooltip-side': side }
  return cloneElement(children, marks)
}
