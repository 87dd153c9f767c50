import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Tab } from '../../ui/layout/tabs.tsx'
import { samePage } from '../use-navigation-focus.ts'

/** A tab with an address of its own, rendered as a link to it. */
export function LinkTab({ value, to, children }: { value: string; to: string; children: ReactNode }) {
  return (
    <Tab value={value} asChild>
      <Link to={to} {...samePage}>
        {children}
      </Link>
    </Tab>
  )
}
