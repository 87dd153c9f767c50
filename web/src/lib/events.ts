import { addressOf, api, type EventData, type EventName } from '@vireo/contract'
import { useEffect } from 'react'

type Listener = {
  name: EventName
  onEvent: (data: never) => void
  onOpen: () => void
  onRefused?: (() => void) | undefined
}

const retryAfterMs = 10_000

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
  const opened = new EventSource(addressOf(api.events.stream))
  source = opened
  opened.onopen = () => {
    for (const { onOpen } of listeners) onOpen()
  }
  for (const { name } of listeners) follow(opened, name)
  // Browsers reconnect after a lost connection, but not after a refusal.
  opened.onerror = () => {
    if (opened.readyState !== EventSource.CLOSED) return
    retryTimer = setTimeout(open, retryAfterMs)
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

// Without HTTP/2 a browser has six connections per site, which tabs in the background must not use up.
const openIfVisible = () => (document.hidden || listeners.size === 0 ? close() : open())

function add(listener: Listener) {
  listeners.add(listener)
  if (listeners.size === 1) {
    openIfVisible()
    document.addEventListener('visibilitychange', openIfVisible)
  } else if (source) {
    follow(source, listener.name)
    // The listener may have missed earlier events.
    if (source.readyState === EventSource.OPEN) listener.onOpen()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', openIfVisible)
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

/** Listens to the server's events for the signed-in person, over one connection for the whole page. */
export function usePersonalEvents<Name extends EventName>(
  name: Name,
  { isListening, onEvent, onOpen, onRefused }: EventOptions<Name>,
) {
  useEffect(() => {
    if (isListening) return add({ name, onEvent: onEvent as Listener['onEvent'], onOpen, onRefused })
  }, [name, isListening, onEvent, onOpen, onRefused])
}
