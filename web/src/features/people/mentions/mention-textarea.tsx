import type { ContentSubject } from '@vireo/contract'
import { type ComponentProps, useCallback, useId, useRef, useState } from 'react'
import { Textarea } from '../../../ui/forms/fields/textarea.tsx'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import type { MentionListState } from './mention-list.tsx'

// Loaded with the first @ in a text.
const MentionList = lazyPart(() => import('./mention-list.tsx').then((m) => m.MentionList))

type MentionTextareaProps = ComponentProps<typeof Textarea> & {
  value: string
  /** The subject of the text, whose participants are suggested first. */
  subject?: ContentSubject | undefined
}

/** A text box that completes @names. */
export function MentionTextarea({ ref, subject, ...props }: MentionTextareaProps) {
  const id = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const [list, setList] = useState<MentionListState>({ isOpen: false })
  const attach = useCallback(
    (element: HTMLTextAreaElement | null) => {
      input.current = element
      if (typeof ref === 'function') return ref(element)
      if (ref) ref.current = element
    },
    [ref],
  )
  return (
    <div className="grid gap-1">
      <Textarea
        ref={attach}
        aria-autocomplete="list"
        aria-controls={list.isOpen ? id : undefined}
        aria-activedescendant={list.activeId}
        {...props}
      />
      {props.value.includes('@') && (
        <MentionList id={id} input={input} subject={subject} onChange={setList} />
      )}
    </div>
  )
}
