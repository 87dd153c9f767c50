import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useStore } from '../../../../lib/store/use-store.ts'
import { paths } from '../../../../navigation/links/paths.ts'
import { currentUserQuery } from '../../../people/accounts/api.ts'
import { hasFile } from '../entries/entries.ts'
import type { Entry } from '../entries/entry.ts'
import { stopSaving } from '../entries/saving.ts'
import { stopAll } from '../entries/sending.ts'
import { useUploads } from '../entries/use-uploads.ts'
import { UploadItem } from './upload-item.tsx'
import './upload-tray.css'

/** All unfinished uploads, at the corner of every page but the upload page, which lists them itself. */
export function UploadTray({ userId }: { userId: string }) {
  const state = useUploads(userId)
  const { pathname } = useLocation()
  useStopWithSession(userId)
  const entries = state?.entries.filter(hasFile) ?? []
  if (entries.length === 0 || pathname === paths.uploadVideo()) return null
  return <Tray entries={entries} />
}

/** Uploads go on when the shared layout is left, but not when its person has signed out. */
function useStopWithSession(userId: string) {
  const queryClient = useQueryClient()
  useEffect(
    () => () => {
      if (queryClient.getQueryData(currentUserQuery.queryKey)?._id === userId) return
      stopAll()
      stopSaving()
    },
    [queryClient, userId],
  )
}

function Tray({ entries }: { entries: Entry[] }) {
  const tray = useRef<HTMLElement>(null)
  // On a phone it would cover half of the page.
  const [isOpen, setIsOpen] = useState(() => matchMedia('(width >= 48rem)').matches)
  useRoomForMessages(tray)
  return (
    <section
      ref={tray}
      aria-labelledby="uploads"
      data-upload-tray=""
      className="short:hidden pointer-events-auto flex max-h-80 min-h-14 w-full max-w-88 animate-pop-in flex-col overflow-hidden rounded-card border border-border bg-surface shadow-float"
    >
      <h2 className="text-sm">
        <button
          id="uploads"
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-14 w-full items-center justify-between gap-3 px-4 text-left font-medium hover:bg-surface-2 focus-visible:-outline-offset-2 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[1.75]"
        >
          <Summary entries={entries} />
          {isOpen ? <ChevronDown aria-hidden="true" /> : <ChevronUp aria-hidden="true" />}
        </button>
      </h2>
      {isOpen && (
        <ul className="divide-y divide-border overflow-y-auto border-t border-border">
          {entries.map((entry) => (
            <li key={entry.id}>
              <UploadItem entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Summary({ entries }: { entries: Entry[] }) {
  const [first] = entries
  const running = entries.find(({ transfer }) => transfer)
  const text = entries.length === 1 ? '1 upload' : `${entries.length} uploads`
  return (
    <span className="tabular-nums">
      {text}
      {running?.transfer ? <Percent key={running.id} entry={running} /> : first && ' · waiting for you'}
    </span>
  )
}

/** Of the first file that is being sent. */
function Percent({ entry: { transfer } }: { entry: Entry }) {
  const { sent, total } = useStore(transfer?.progress ?? noProgress)
  return <> · {Math.floor((sent / total) * 100)} %</>
}

const nothingSent = { sent: 0, total: 1 }
const noProgress = { get: () => nothingSent, subscribe: () => () => {} }

/** Error messages appear above the tray. */
function useRoomForMessages(tray: { current: HTMLElement | null }) {
  useEffect(() => {
    const element = tray.current
    if (!element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() =>
      style.setProperty('--tray-height', element.offsetHeight ? `${element.offsetHeight + 8}px` : '0px'),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--tray-height')
    }
  }, [tray])
}
