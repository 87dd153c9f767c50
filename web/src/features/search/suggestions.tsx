import { Search } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import type { Suggestion } from './suggestions-api.ts'
import { useSuggestionList } from './use-suggestion-list.ts'

/** What the box needs for its ARIA attributes. */
export type SuggestionsState = { isOpen: boolean; activeId?: string }

type SuggestionsProps = {
  id: string
  input: RefObject<HTMLInputElement | null>
  /** Must be stable. */
  onChange: (state: SuggestionsState) => void
  onChoose: (path: string) => void
}

/** The list under the search box. The focus stays in the box, whose keys move through the list. */
export function Suggestions({ id, input, onChange, onChoose }: SuggestionsProps) {
  const { options, active, isOpen } = useSuggestionList(input, onChoose)
  const activeId = active >= 0 ? `${id}-${active}` : undefined
  useEffect(() => {
    onChange({ isOpen, ...(activeId && { activeId }) })
  }, [isOpen, activeId, onChange])

  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && `${options.length} ${options.length === 1 ? 'suggestion' : 'suggestions'}`}
      </p>
      {/* Rendered from the start, because the box refers to it by id. */}
      <div
        id={id}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isOpen}
        // Keeps the focus in the box: otherwise a click would first blur it and close the list.
        onMouseDown={(event) => event.preventDefault()}
        className="absolute inset-x-0 top-full z-40 mt-2 max-h-[70dvh] overflow-y-auto rounded-card border border-border bg-surface py-1.5 shadow-float"
      >
        {options.map((option, index) => (
          <SuggestionOption
            key={option.path}
            id={`${id}-${index}`}
            option={option}
            isActive={index === active}
            onChoose={() => onChoose(option.path)}
          />
        ))}
      </div>
    </>
  )
}

type SuggestionOptionProps = { id: string; option: Suggestion; isActive: boolean; onChoose: () => void }

function SuggestionOption({ id, option, isActive, onChoose }: SuggestionOptionProps) {
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
