import { type EventData, type EventName, eventsPath } from '@vireo/contract'
import { useEffect } from 'react'

type Listener = {
  name: EventName
  onEvent: (data: never) => void
  onOpen: () => void
  onRefused?: (() => void) | undefined
}

const tryAgainMs = 10_000

const listeners = new Set<Listener>()
let source: EventSource | undefined
let retryTimer: ReturnType<typeof setTimeout> | undefined

function close() {
  clearTimeout(retryTimer)
  source?.close()
  source = undefined
}

function open() {
  close()
  const opened = new EventSource(eventsPath)
  source = opened
  opened.onopen = () => {
    for (const { onOpen } of listeners) onOpen()
  }
  for (const { name } of listeners) follow(opened, name)
  // The browser restores a lost connection by itself, but not a refused one.
  opened.onerror = () => {
    if (opened.readyState !== EventSource.CLOSED) return
    retryTimer = setTimeout(open, tryAgainMs)
    for (const { onRefused } of listeners) onRefused?.()
  }
}

const followed = new WeakMap<EventSource, Set<EventName>>()

function follow(opened: EventSource, name: EventName) {
  const names = followed.get(opened) ?? new Set()
  followed.set(opened, names)
  if (names.has(name)) return
  names.add(name)
  opened.addEventListener(name, ({ data }: MessageEvent<string>) => {
    const parsed = JSON.parse(data) as never
    for (const listener of listeners) if (listener.name === name) listener.onEvent(parsed)
  })
}

// Without HTTP/2 a browser has six connections to a site: tabs in the background must not hold them.
const openIfSeen = () => (document.hidden || listeners.size === 0 ? close() : open())

function add(listener: Listener) {
  listeners.add(listener)
  if (listeners.size === 1) {
    openIfSeen()
    document.addEventListener('visibilitychange', openIfSeen)
  } else if (source) {
    follow(source, listener.name)
    // What happened before it listened was told to nobody.
    if (source.readyState === EventSource.OPEN) listener.onOpen()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', openIfSeen)
    close()
  }
}

type EventOptions<Name extends EventName> = {
  isListening: boolean
  /** The functions must be stable. */
  onEvent: (data: EventData<Name>) => void
  /** Called when the connection opens, also after an interruption. */
  onOpen: () => void
  /** Called when the server refuses the connection, as it does when the session has ended. */
  onRefused?: () => void
}

/** Listens to what the server tells the signed-in person, over one connection for the whole page. */
export function usePersonalEvents<Name extends EventName>(
  name: Name,
  { isListening, onEvent, onOpen, onRefused }: EventOptions<Name>,
) {
  useEffect(() => {
    if (isListening) return add({ name, onEvent: onEvent as Listener['onEvent'], onOpen, onRefused })
  }, [name, isListening, onEvent, onOpen, onRefused])
}
