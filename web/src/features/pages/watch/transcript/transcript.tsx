import type { Captions } from '@vireo/contract'
import { X } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useRetry } from '../../../../lib/query/use-retry.ts'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { ErrorState } from '../../../../ui/feedback/error-state.tsx'
import { Spinner } from '../../../../ui/feedback/spinner.tsx'
import { Input } from '../../../../ui/forms/fields/input.tsx'
import { Select } from '../../../../ui/forms/fields/select.tsx'
import { pickTrack } from '../../../playback/player/captions.ts'
import { readSettings } from '../../../playback/player/engine/settings/settings.ts'
import { fold, type Line, lineAt, useLines } from './transcript-lines.ts'
import { TranscriptRows } from './transcript-rows.tsx'

type TranscriptProps = {
  captions: readonly Captions[]
  media: HTMLVideoElement | undefined
  onSeek: (seconds: number) => void
  onClose: () => void
}

/** The captions as a text to read, search and seek with. */
export function Transcript({ captions, media, onSeek, onClose }: TranscriptProps) {
  const [chosen, setChosen] = useChosenCaptions(captions, media)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const close = () => {
    document.querySelector<HTMLElement>('[aria-controls="transcript"]')?.focus()
    onClose()
  }
  return (
    <section
      ref={panel}
      id="transcript"
      tabIndex={-1}
      aria-labelledby="transcript-heading"
      onKeyDown={({ key }) => key === 'Escape' && close()}
      className="mb-6 flex h-[min(28rem,55dvh)] min-h-64 flex-col overflow-hidden rounded-card border border-border bg-surface outline-none lg:h-[min(36rem,calc(100dvh-8rem))]"
    >
      <header className="flex items-center gap-2 py-1 pr-1 pl-3">
        <h2 id="transcript-heading" className="grow text-base">
          Transcript
        </h2>
        {captions.length > 1 && (
          <Select
            aria-label="Language of the transcript"
            value={chosen?._id ?? ''}
            onChange={(event) => setChosen(event.target.value)}
            className="min-w-0 shrink"
          >
            {captions.map(({ _id, label }) => (
              <option key={_id} value={_id}>
                {label}
              </option>
            ))}
          </Select>
        )}
        <IconButton label="Close transcript" onClick={close}>
          <X />
        </IconButton>
      </header>
      {chosen && (
        <Lines key={chosen.url} url={chosen.url} language={chosen.language} media={media} onSeek={onSeek} />
      )}
    </section>
  )
}

/** The captions that the player shows or would show, until the player shows or the person chooses other ones. */
function useChosenCaptions(captions: readonly Captions[], media: HTMLVideoElement | undefined) {
  const [id, setId] = useState(() => pickTrack(captions, readSettings(), navigator.languages)?._id)
  useEffect(() => {
    const tracks = media?.textTracks
    if (!tracks) return
    const follow = () => {
      const shown = [...tracks].find(({ kind, mode }) => kind === 'captions' && mode === 'showing')
      const same = captions.find(({ label }) => label === shown?.label)
      if (same) setId(same._id)
    }
    follow()
    tracks.addEventListener('change', follow)
    return () => tracks.removeEventListener('change', follow)
  }, [captions, media])
  return [captions.find(({ _id }) => _id === id) ?? captions[0], setId] as const
}

type LinesProps = {
  url: string
  language: string
  media: HTMLVideoElement | undefined
  onSeek: (seconds: number) => void
}

function Lines({ url, language, media, onSeek }: LinesProps) {
  const { data: lines, isError, refetch } = useLines(url)
  const { isRetrying, retry } = useRetry(refetch)
  const [query, setQuery] = useState('')
  const searchText = useDeferredValue(fold(query.trim()))
  const found = useMemo(
    () =>
      (lines ?? [])
        .map((line, index) => ({ ...line, index }))
        .filter(({ folded }) => folded.includes(searchText)),
    [lines, searchText],
  )
  const current = useCurrentLine(media, lines ?? [])
  if (!lines && (isError || isRetrying))
    return (
      <ErrorState
        message="The transcript could not be loaded."
        onRetry={retry}
        isRetrying={isRetrying}
        className="py-8"
      />
    )
  if (!lines)
    return (
      <div className="grid grow place-items-center">
        <Spinner label="Loading the transcript" />
      </div>
    )
  return (
    <>
      <div className="border-b border-border px-3 pb-3">
        <Input
          type="search"
          aria-label="Search in the transcript"
          placeholder="Search in the transcript"
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          className="h-9 pointer-coarse:h-11"
        />
        <p role="status" className="pt-1.5 text-xs text-muted empty:hidden">
          {searchText && (found.length === 1 ? '1 line found' : `${found.length} lines found`)}
        </p>
      </div>
      <TranscriptRows
        key={searchText}
        lines={found}
        searchText={searchText}
        current={current}
        language={language}
        onSeek={onSeek}
      />
    </>
  )
}

const timeEvents = ['timeupdate', 'seeking', 'emptied'] as const

function useCurrentLine(media: HTMLVideoElement | undefined, lines: readonly Line[]): number {
  const subscribe = useMemo(
    () => (onChange: () => void) => {
      for (const name of timeEvents) media?.addEventListener(name, onChange)
      return () => {
        for (const name of timeEvents) media?.removeEventListener(name, onChange)
      }
    },
    [media],
  )
  return useSyncExternalStore(subscribe, () => lineAt(lines, media?.currentTime ?? 0))
}
