import { Search } from 'lucide-react'
import { type RefObject, useEffect } from 'react'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { CompletionOption } from '../../../ui/forms/fields/completion-option.tsx'
import { useSuggestionList } from './use-suggestion-list.ts'

/** For the box's ARIA attributes. */
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
        // Keeps the focus in the box; otherwise a click would first blur it and close the list.
        onMouseDown={(event) => event.preventDefault()}
        className="absolute inset-x-0 top-full z-40 mt-2 max-h-[70dvh] overflow-y-auto rounded-card border border-border bg-surface py-1.5 shadow-float"
      >
        {options.map(({ path, text, channel }, index) => (
          <CompletionOption
            key={path}
            id={`${id}-${index}`}
            isActive={index === active}
            onChoose={() => onChoose(path)}
            className="gap-3 px-4 py-1.5"
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
          </CompletionOption>
        ))}
      </div>
    </>
  )
}
