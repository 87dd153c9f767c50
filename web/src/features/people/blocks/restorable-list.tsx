import { useInfiniteQuery } from '@tanstack/react-query'
import type { Owner } from '@vireo/contract'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type DocPages, flattenPages, type pagedQuery } from '../../../lib/query/paged-docs.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { toastError } from '../../../ui/feedback/toasts/toast.ts'
import { SectionLoading } from '../../../ui/layout/settings-section.tsx'

type RestorableListProps<Doc, Key extends readonly unknown[]> = {
  title: string
  empty: string
  query: ReturnType<typeof pagedQuery<Doc, Key>>
  /** The label of each row's button. */
  action: string
  restore: (doc: Doc) => Promise<unknown>
  nameOf: (doc: Doc) => string
  children: (doc: Doc) => ReactNode
}

/** Hidden or blocked things, each with a button to undo it. */
export function RestorableList<Doc extends { _id: string }, Key extends readonly unknown[]>({
  title,
  empty,
  query,
  action,
  restore,
  nameOf,
  children,
}: RestorableListProps<Doc, Key>) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useInfiniteQuery({ ...query, select: (data: DocPages<Doc>) => flattenPages(data) })
  return (
    <section aria-labelledby={titleId} className="grid grid-cols-1 gap-2">
      <h3 ref={heading} id={titleId} tabIndex={-1} className="text-sm outline-none">
        {title}
      </h3>
      {list.data ? (
        list.data.length > 0 ? (
          <ul className="grid grid-cols-1 gap-1">
            {list.data.map((doc) => (
              <li key={doc._id} className="flex items-center justify-between gap-3">
                {children(doc)}
                <RestoreButton
                  action={action}
                  name={nameOf(doc)}
                  restore={() => restore(doc)}
                  onDone={() => heading.current?.focus({ preventScroll: true })}
                />
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-muted">{empty}</p>
        )
      ) : (
        <SectionLoading query={list} failure="This list could not be loaded." className="h-10" />
      )}
      {list.hasNextPage && (
        <Button
          className="justify-self-start"
          onClick={() => void list.fetchNextPage()}
          isBusy={list.isFetchingNextPage}
        >
          Show more
        </Button>
      )}
    </section>
  )
}

type RestoreButtonProps = {
  action: string
  name: string
  restore: () => Promise<unknown>
  /** Called when the row has disappeared, because the focus has to move elsewhere. */
  onDone: () => void
}

function RestoreButton({ action, name, restore, onDone }: RestoreButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  const press = async () => {
    setIsBusy(true)
    try {
      await restore()
      onDone()
    } catch {
      toastError(`${name} could not be changed. Please try again`)
    }
    setIsBusy(false)
  }
  return (
    <Button size="sm" isBusy={isBusy} onClick={() => void press()} aria-label={`${action}: ${name}`}>
      {action}
    </Button>
  )
}

/** A person in a list of hidden or blocked ones. */
export function OwnerRow({ owner }: { owner: Owner }) {
  return (
    <Link
      to={paths.profile(owner.username)}
      className="flex min-h-11 min-w-0 items-center gap-3 rounded-control"
    >
      <Avatar name={owner.fullname} src={owner.avatar} size="sm" />
      <span className="min-w-0">
        <bdi className="block truncate font-medium">{owner.fullname}</bdi>
        <span className="block truncate text-xs text-muted">@{owner.username}</span>
      </span>
    </Link>
  )
}
