import { Search } from 'lucide-react'
import { type RefObject, useEffect } from 'react'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { CompletionOption } from '../../../ui/forms/fields/completion-option.tsx'
import { RecentRow, recentCellId } from './recent-row.tsx'
import { type SuggestionRow, useSuggestionList } from './use-suggestion-list.ts'

/** For the box's ARIA attributes. */
export type SuggestionsState = { isOpen: boolean; popup: 'listbox' | 'grid'; activeId?: string }

type SuggestionsProps = {
  id: string
  input: RefObject<HTMLInputElement | null>
  /** Must be stable. */
  onChange: (state: SuggestionsState) => void
  onChoose: (path: string) => void
}

/**
 * The list under the search box: suggestions for what is typed, or else the recent searches, which are a grid because
 * each can be chosen or removed. The focus stays in the box, whose keys move through the list.
 */
export function Suggestions({ id, input, onChange, onChoose }: SuggestionsProps) {
  const { rows, active, isOnRemove, isOpen, isRecent } = useSuggestionList(input, onChoose)
  const rowId = (index: number) => `${id}-${index}`
  const activeId = active < 0 ? undefined : isRecent ? recentCellId(rowId(active), isOnRemove) : rowId(active)
  const popup = isRecent ? 'grid' : 'listbox'
  useEffect(() => {
    onChange({ isOpen, popup, ...(activeId && { activeId }) })
  }, [isOpen, popup, activeId, onChange])

  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && (isRecent ? recentStatus(rows.length - 1) : counted(rows.length, 'suggestion'))}
      </p>
      {/* Rendered from the start, because the box refers to it by id. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it has one of two roles */}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: as above */}
      <div
        id={id}
        role={popup}
        aria-label={isRecent ? 'Recent searches' : 'Suggestions'}
        hidden={!isOpen}
        // Keeps the focus in the box; otherwise a click would first blur it and close the list.
        onMouseDown={(event) => event.preventDefault()}
        className="absolute inset-x-0 top-full z-40 mt-2 max-h-[70dvh] overflow-y-auto rounded-card border border-border bg-surface py-1.5 shadow-float"
      >
        {rows.map((row, index) =>
          isRecent ? (
            <RecentRow
              key={row.key}
              id={rowId(index)}
              row={row}
              isActive={index === active}
              isOnRemove={isOnRemove}
            />
          ) : (
            <SuggestionOption key={row.key} id={rowId(index)} row={row} isActive={index === active} />
          ),
        )}
      </div>
    </>
  )
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

const recentStatus = (count: number) =>
  `${count} recent ${count === 1 ? 'search' : 'searches'}. Press Delete to remove the current one.`

type SuggestionOptionProps = { id: string; row: SuggestionRow; isActive: boolean }

function SuggestionOption({ id, row: { text, channel, choose }, isActive }: SuggestionOptionProps) {
  return (
    <CompletionOption id={id} isActive={isActive} onChoose={choose} className="gap-3 px-4 py-1.5">
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
  )
}
