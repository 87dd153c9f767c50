import * as Radix from 'radix-ui/tooltip'
import type { ReactNode } from 'react'

/** Once near the root: tooltips open after 700 ms, and at once when another was open 300 ms before. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

type TooltipProps = {
  text: string
  /** One element that takes a ref and props. */
  children: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  isDisabled?: boolean
}

export function Tooltip({ text, children, side = 'bottom', isDisabled = false }: TooltipProps) {
  return (
    <Radix.Root open={isDisabled ? false : undefined}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-64 animate-fade-in rounded-md bg-text px-2 py-1 text-xs font-medium text-bg shadow-float"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
