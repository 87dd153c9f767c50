import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, type ContentSubject, type Owner } from '@vireo/contract'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../../lib/api-client.ts'
import { useDebounced } from '../../../lib/hooks/use-debounced.ts'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { CompletionOption } from '../../../ui/forms/fields/completion-option.tsx'
import { type Mention, mentionAtCaret } from './mention-at-caret.ts'

/** For the text box's ARIA attributes. */
export type MentionListState = { isOpen: boolean; activeId?: string }

type MentionListProps = {
  id: string
  input: RefObject<HTMLTextAreaElement | null>
  subject: ContentSubject | undefined
  /** Must be stable. */
  onChange: (state: MentionListState) => void
}

/**
 * People whose names complete the @name at the caret. The focus stays in the text box, whose keys move through the
 * list. It is between the box and the buttons instead of floating, because the edge of a list of comments would clip
 * it.
 */
export function MentionList({ id, input, subject, onChange }: MentionListProps) {
  const { people, active, isOpen, take } = useMentionList(input, subject)
  const activeId = isOpen ? `${id}-${active}` : undefined
  useEffect(() => {
    onChange({ isOpen, ...(activeId && { activeId }) })
    return () => onChange({ isOpen: false })
  }, [isOpen, activeId, onChange])
  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && `${people.length} ${people.length === 1 ? 'person' : 'people'}`}
      </p>
      {isOpen && (
        <div
          id={id}
          role="listbox"
          aria-label="People"
          // Keeps the focus in the box; otherwise a click would first blur it and close the list.
          onMouseDown={(event) => event.preventDefault()}
          className="max-h-60 overflow-y-auto rounded-card border border-border bg-surface py-1"
        >
          {people.map((person, index) => (
            <CompletionOption
              key={person._id}
              id={`${id}-${index}`}
              isActive={index === active}
              onChoose={() => take(person)}
              className="gap-2.5 px-3 py-1 text-sm"
            >
              <Avatar name={person.fullname} src={person.avatar} size="xs" />
              <span className="min-w-0 truncate font-medium">@{person.username}</span>
              <span dir="auto" className="min-w-0 truncate text-muted">
                {person.fullname}
              </span>
            </CompletionOption>
          ))}
        </div>
      )}
    </>
  )
}

function useMentionList(input: MentionListProps['input'], subject: ContentSubject | undefined) {
  const [mention, setMention] = useState<Mention>()
  const [active, setActive] = useState(0)
  const people = useMatchingPeople(mention?.name ?? '', subject)
  const isOpen = people.length > 0
  const current = active < people.length ? active : 0

  const look = useEffectEvent(() => {
    setMention(input.current ? mentionAtCaret(input.current) : undefined)
    setActive(0)
  })
  const close = useEffectEvent(() => setMention(undefined))
  const take = (person: Owner | undefined) => {
    if (!person || !mention || !input.current) return
    const hasSpace = /^\s/.test(input.current.value.slice(mention.end))
    input.current.setRangeText(`@${person.username}${hasSpace ? '' : ' '}`, mention.start, mention.end, 'end')
    // For React, which does not notice changes made by scripts.
    input.current.dispatchEvent(new Event('input', { bubbles: true }))
    setMention(undefined)
  }
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOpen || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step) setActive((current + step + people.length) % people.length)
    else if (event.key === 'Escape') close()
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) take(people[current])
    else return
    // Keeps the key from the form: Enter would submit it, and Escape would close it.
    event.preventDefault()
    event.stopPropagation()
  })
  const handleMove = useEffectEvent(({ key }: KeyboardEvent) => {
    if (/^(Arrow(Left|Right)|Home|End)$/.test(key)) look()
  })

  useEffect(() => {
    const box = input.current
    if (!box) return
    const stop = new AbortController()
    const options = { signal: stop.signal }
    // Not on the box, where a render would come before React has noticed the change, and so undo it.
    document.addEventListener('input', ({ target }) => target === box && look(), options)
    box.addEventListener('click', () => look(), options)
    box.addEventListener('keyup', (event) => handleMove(event), options)
    box.addEventListener('keydown', (event) => handleKey(event), options)
    box.addEventListener('blur', () => close(), options)
    // Handles text that was typed while this was loading.
    if (document.activeElement === box) look()
    return () => stop.abort()
  }, [input])

  return { people, active: current, isOpen, take }
}

const pauseMs = 150

/** Requested after a pause in typing; known people are filtered at once. */
function useMatchingPeople(typed: string, subject: ContentSubject | undefined): Owner[] {
  const name = typed.toLowerCase()
  const requested = useDebounced(name, pauseMs)
  const { data = [] } = useQuery({
    queryKey: ['mentions', subject ?? null, requested],
    queryFn: async ({ signal }) => {
      const of = subject && (subject.kind === 'video' ? { videoId: subject.id } : { tweetId: subject.id })
      const { people } = await call(api.mentions.suggest, { query: { name: requested, ...of }, signal })
      return people
    },
    enabled: requested !== '',
    // Suggestions are optional: no retry.
    retry: false,
    placeholderData: keepPreviousData,
  })
  if (!name) return []
  const matching = data.filter(({ username }) => username.toLowerCase().startsWith(name))
  // Nothing is left to complete.
  const isComplete = matching.length === 1 && matching[0]?.username.toLowerCase() === name
  return isComplete ? [] : matching
}
