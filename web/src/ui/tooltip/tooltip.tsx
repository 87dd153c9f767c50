import { cloneElement, type HTMLAttributes, type ReactElement } from 'react'

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left'

type TooltipProps = {
  text: string
  /** One element that passes its props to the DOM. Its accessible name must say the same as the tooltip. */
  children: ReactElement<HTMLAttributes<HTMLElement>>
  side?: TooltipSide
  isDisabled?: boolean
}

/** Only marks the element; the page's TooltipHost shows the text. */
export function Tooltip({ text, children, side = 'bottom', isDisabled = false }: TooltipProps) {
  if (isDisabled) return children
  const marks: Record<string, string> = { 'data-tooltip': text, 'data-tooltip-side': side }
  return cloneElement(children, marks)
}
