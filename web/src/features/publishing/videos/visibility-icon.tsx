import type { Visibility } from '@vireo/contract'
import { Globe, Link2, Lock } from 'lucide-react'

export const visibilityIcons = { public: Globe, unlisted: Link2, private: Lock }
export const visibilityNames = { public: 'Public', unlisted: 'Unlisted', private: 'Private' }

export function VisibilityIcon({ visibility }: { visibility: Visibility }) {
  const Icon = visibilityIcons[visibility]
  return (
    <>
      <Icon aria-hidden="true" className="size-4 shrink-0 stroke-[1.75] text-muted" />
      <span className="sr-only">{visibilityNames[visibility]}</span>
    </>
  )
}
