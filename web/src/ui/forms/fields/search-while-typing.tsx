import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Input } from './input.tsx'

const typingPauseMs = 300
/** The limit of the API. */
export const longestQuery = 200

type SearchWhileTypingProps = { label: string; query: string; onSearch: (query: string) => void }

/** Searches a list while typing, after a short pause. */
export function SearchWhileTyping({ label, query, onSearch }: SearchWhileTypingProps) {
  const [text, setText] = useState(query)
  const search = useEffectEvent(() => {
    if (text.trim() !== query) onSearch(text.trim())
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change to the text restarts the pause
  useEffect(() => {
    const timer = setTimeout(search, typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <search className="relative block min-w-0 grow">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 stroke-[1.75] text-muted"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={longestQuery}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && search()}
        className="pl-10"
      />
    </search>
  )
}
