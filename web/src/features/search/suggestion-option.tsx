import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import type { Suggestion } from './suggest-api.ts'

type SuggestionOptionProps = { id: string; option: Suggestion; isActive: boolean; onChoose: () => void }

export function SuggestionOption({ id, option, isActive, onChoose }: SuggestionOptionProps) {
  const { text, channel } = option
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are pressed in the box, which has the focus
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={onChoose}
      className="flex min-h-10 cursor-pointer items-center gap-3 px-4 py-1.5 hover:bg-surface-2 aria-selected:bg-surface-2 aria-selected:shadow-[inset_3px_0_0_var(--accent)] pointer-coarse:min-h-11"
    >
      {channel ? (
        <Avatar name={text} src={channel.avatar} size="xs" />
      ) : (
        <Search aria-hidden="true" className="mx-0.5 size-5 shrink-0 stroke-[1.75] text-muted" />
      )}
      <span dir="auto" className="min-w-0 truncate">
        {text}
      </span>
      {channel && <span className="min-w-0 shrink-0 truncate text-muted">@{channel.username}</span>}
    </div>
  )
}
