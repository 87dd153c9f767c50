import { type RefObject, useEffect } from 'react'
import { SuggestionOption } from './suggestion-option.tsx'
import { useSuggestionList } from './use-suggestion-list.ts'

/** What the box tells of its list: whether it is open, and which entry is the current one. */
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
      {/* There from the start: the box names it as its own. */}
      <div
        id={id}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isOpen}
        // The box keeps the focus; without this a click would first take it away and close the list.
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
