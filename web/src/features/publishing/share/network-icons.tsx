import type { ReactNode } from 'react'
import type { Network } from './share-target.ts'

// Drawn here, because the icon set has no brand logos.
const drawings: Record<Network, ReactNode> = {
  Facebook: (
    <path
      fill="currentColor"
      d="M10.4 21v-7.6H7.6V10h2.8V7.7c0-2.9 1.6-4.5 4.2-4.5h2.2v3.2h-1.5c-1 0-1.4.6-1.4 1.5V10h2.8l-.5 3.4h-2.3V21Z"
    />
  ),
  Twitter: (
    <path
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinejoin="round"
      d="M4 4h4.3L20 20h-4.3ZM19 4l-6.2 6.9M11.2 13.1 5 20"
    />
  ),
  WhatsApp: (
    <>
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="1.9"
        strokeLinejoin="round"
        d="M3.6 20.4 4.9 16a8.6 8.6 0 1 1 3.2 3.2Z"
      />
      <path
        fill="currentColor"
        d="M9.2 7.6c.4-.4 1-.3 1.2.2l.6 1.3c.1.3.1.6-.1.8l-.5.7c.6 1.2 1.5 2.1 2.7 2.6l.7-.5c.2-.2.6-.2.8-.1l1.3.7c.5.2.6.8.2 1.2-.9 1-2.3 1.1-3.8.3-1.6-.8-2.8-2-3.5-3.5-.6-1.4-.5-2.8.4-3.7Z"
      />
    </>
  ),
  LinkedIn: (
    <path
      fill="currentColor"
      d="M4.2 9.3h3.3V20H4.2ZM5.85 4a1.95 1.95 0 1 1 0 3.9 1.95 1.95 0 0 1 0-3.9ZM9.7 9.3h3.1v1.5c.6-1.1 1.8-1.8 3.4-1.8 2.8 0 3.8 1.7 3.8 4.6V20h-3.3v-5.7c0-1.5-.4-2.4-1.6-2.4-1.4 0-2.1 1-2.1 2.6V20H9.7Z"
    />
  ),
}

export function NetworkIcon({ network }: { network: Network }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6">
      {drawings[network]}
    </svg>
  )
}
