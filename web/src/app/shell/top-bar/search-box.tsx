import { ArrowLeft, Search } from 'lucide-react'
import { type FocusEvent, type Ref, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { SuggestionsState } from '../../../features/pages/search/suggestions.tsx'
import { useCurrentUser } from '../../../features/people/accounts/api.ts'
import { logFailure } from '../../../lib/log.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'

// Loaded when the box is first focused: most visits never search.
const Suggestions = lazyPart(() =>
  import('../../../features/pages/search/suggestions.tsx').then((m) => m.Suggestions),
)

type SearchBoxProps = { className?: string; hasFocus?: boolean; onDone?: () => void }

export function SearchBox({ className = '', hasFocus = false, onDone }: SearchBoxProps) {
  const navigate = useNavigate()
  const { user } = useCurrentUser()
  const { pathname, search } = useLocation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [wasFocused, setWasFocused] = useState(false)
  const [suggestions, setSuggestions] = useState<SuggestionsState>({ isOpen: false, popup: 'listbox' })

  const query = (pathname.startsWith('/search') && new URLSearchParams(search).get('q')?.trim()) || ''
  // Shows the default value again, which is the query of the results and otherwise empty.
  // biome-ignore lint/correctness/useExhaustiveDependencies: text that was typed stays until then
  useEffect(() => {
    const box = input.current
    box?.form?.reset()
    if (box === document.activeElement) box?.select()
  }, [query])

  // Not autoFocus, for which React fires no focus event.
  useEffect(() => {
    if (hasFocus) input.current?.focus()
  }, [hasFocus])

  const use = ({ currentTarget: box }: FocusEvent<HTMLInputElement>) => {
    setWasFocused(true)
    // The query of the results can be refined, or replaced by typing.
    if (box.value === query) box.select()
    // Retried with each focus, in case it failed before.
    void Suggestions.load()
  }
  const goTo = (path: string) => {
    input.current?.form?.reset()
    onDone?.()
    void navigate(path)
  }
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = input.current?.value.trim()
    if (!typed) return
    void remember(user?._id, typed)
    goTo(paths.search(typed))
  }
  return (
    <search className={`relative ${className}`}>
      <form
        onSubmit={handleSubmit}
        className="flex h-10 rounded-full -outline-offset-1 outline-accent has-[input:focus-visible]:outline-2 pointer-coarse:h-11"
      >
        <SearchInput ref={input} id={id} defaultValue={query} suggestions={suggestions} onFocus={use} />
        <button
          type="submit"
          aria-label="Search"
          className="grid w-14 shrink-0 place-items-center rounded-r-full border border-l-0 border-border bg-surface-2 text-muted transition-colors hover:bg-border hover:text-text focus-visible:outline-offset-0"
        >
          <Search className="size-5 stroke-[1.75]" />
        </button>
      </form>
      {wasFocused && <Suggestions id={listId(id)} input={input} onChange={setSuggestions} onChoose={goTo} />}
    </search>
  )
}

type SearchInputProps = {
  ref: Ref<HTMLInputElement>
  id: string
  defaultValue: string
  suggestions: SuggestionsState
  onFocus: (event: FocusEvent<HTMLInputElement>) => void
}

function SearchInput({ id, suggestions, ...props }: SearchInputProps) {
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Search
      </label>
      <input
        {...props}
        id={id}
        name="q"
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-keyshortcuts="/"
        aria-haspopup={suggestions.popup}
        aria-expanded={suggestions.isOpen}
        aria-controls={listId(id)}
        aria-activedescendant={suggestions.activeId}
        placeholder="Search"
        autoComplete="off"
        enterKeyHint="search"
        className="w-full min-w-0 grow rounded-l-full border border-border bg-surface-2 pr-2 pl-4 text-base transition-colors placeholder:text-muted hover:not-focus:border-muted focus-visible:outline-none md:text-sm"
      />
    </>
  )
}

async function remember(userId: string | undefined, query: string) {
  try {
    const { rememberSearch } = await import('../../../features/pages/search/recent-searches.ts')
    rememberSearch(userId, query)
  } catch (error) {
    logFailure('A recent search could not be saved', error)
  }
}

const listId = (inputId: string) => `${inputId}-list`

/** Fills the whole bar on narrow screens until a search, Close or Escape. */
export function MobileSearch({ onClose }: { onClose: () => void }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a second way; the button is the first
    <div
      className="flex grow items-center gap-1 md:hidden"
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
    >
      <IconButton label="Close search" onClick={onClose}>
        <ArrowLeft />
      </IconButton>
      <SearchBox className="grow" hasFocus onDone={onClose} />
    </div>
  )
}
