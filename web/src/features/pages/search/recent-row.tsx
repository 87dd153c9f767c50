import { History, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cn } from '../../../lib/cn.ts'
import type { SuggestionRow } from './use-suggestion-list.ts'

type RecentRowProps = { id: string; row: SuggestionRow; isActive: boolean; isOnRemove: boolean }

/** The ids of the two cells, one of which the keys have reached. */
export const recentCellId = (id: string, isOnRemove: boolean) => (isOnRemove ? `${id}-remove` : id)

/** A recent search with a button that removes it, or the entry that removes all. */
export function RecentRow({ id, row: { text, choose, remove }, isActive, isOnRemove }: RecentRowProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
    // biome-ignore lint/a11y/useSemanticElements: a table cannot be laid out like this
    <div
      ref={element}
      role="row"
      aria-selected={isActive}
      className={cn(
        'flex min-h-10 hover:bg-surface-2 aria-selected:bg-surface-2 pointer-coarse:min-h-11',
        isActive && !isOnRemove && 'shadow-[inset_3px_0_0_var(--accent)]',
      )}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are pressed in the box */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div
        id={recentCellId(id, false)}
        role="gridcell"
        onClick={choose}
        className="flex min-w-0 grow cursor-pointer items-center gap-3 px-4 py-1.5"
      >
        {remove && <History aria-hidden="true" className="mx-0.5 size-5 shrink-0 stroke-[1.75] text-muted" />}
        <span dir="auto" className={cn('min-w-0 truncate', !remove && 'text-accent')}>
          {text}
        </span>
      </div>
      {remove && (
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div role="gridcell" className="flex">
          <button
            id={recentCellId(id, true)}
            type="button"
            tabIndex={-1}
            aria-label={`Remove ${text}`}
            onClick={remove}
            className={cn(
              'grid w-11 place-items-center text-muted hover:text-text',
              isActive && isOnRemove && 'text-text outline-2 -outline-offset-2 outline-accent',
            )}
          >
            <X aria-hidden="true" className="size-5 stroke-[1.75]" />
          </button>
        </div>
      )}
    </div>
  )
}
