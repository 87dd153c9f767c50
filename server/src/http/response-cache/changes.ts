import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context/context.ts'
import { createBatches } from '../../lib/batches.ts'
import { newToken } from '../../lib/security/tokens.ts'

/** Triggers send a notification for each change that visitors can see, except for counts (migrations 32 and 38). */
const channel = 'public_changes'
const kinds = ['video', 'tweet', 'comment', 'playlist', 'person'] as const
export type Kind = (typeof kinds)[number]

/** What changed: a thing, with the ids of those in whose lists it is shown; or possibly everything. */
export type Change = { kind: Kind; id: string; containers: string[] } | 'everything'

/** A payload is `KIND ID CONTAINER…`. It is empty, or unknown to this version, if anything may have changed. */
function readChange(payload: string): Change {
  const [name, id, ...containers] = payload.split(' ')
  const kind = kinds.find((one) => one === name)
  return kind && id ? { kind, id, containers } : 'everything'
}

/** An id without its first eight digits: a pattern that begins with a hyphen is found five times as fast. */
const idEndPattern = /-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi

/** The ids of all things that a text names. */
export function idsIn(text: string): Set<string> {
  const ids = new Set<string>()
  for (const { 0: end, index } of text.matchAll(idEndPattern))
    ids.add(text.slice(Math.max(0, index - 8), index + end.length).toLowerCase())
  return ids
}

/** A change is known within a millisecond or two, unless the connection for notifications is lost for longer. */
const patienceMs = 5000
const signal = 'caught-up'
/** More changes at once, such as a purge makes, are treated as one of everything, which costs less than each alone. */
const maxChangesAtOnce = 20

/**
 * Calls `onChange` for every change that is committed by any process. Returns a function that waits until this process
 * knows of all changes committed before the call: PostgreSQL delivers notifications in the order of their commits, so
 * it notifies itself and waits for that.
 */
export function followChanges({ sql, log }: Context, onChange: (change: Change) => void) {
  const waiting = new Map<string, () => void>()
  let isListening = false
  const received: Change[] = []
  const applyReceived = () => {
    const changes = received.splice(0)
    if (changes.length > maxChangesAtOnce) onChange('everything')
    else for (const change of changes) onChange(change)
  }
  const onNotification = (payload: string) => {
    isListening = true
    if (!payload.startsWith(signal)) {
      // Those that arrive together are applied together.
      if (received.push(readChange(payload)) === 1) setImmediate(applyReceived)
      return
    }
    // Signals of other processes are none of ours.
    const proceed = waiting.get(payload)
    if (!proceed) return
    applyReceived()
    proceed()
  }
  // Also called when a lost connection is restored, because changes may have been missed.
  const onListen = () => {
    isListening = true
    onChange('everything')
    // Their signals may have been missed as well.
    for (const proceed of waiting.values()) proceed()
  }
  const listening = sql.listen(channel, onNotification, onListen)
  listening.catch((error: unknown) => log.error({ err: error }, 'cannot listen for changes'))

  async function receiveOwnSignal(): Promise<boolean> {
    const payload = `${signal} ${newToken()}`
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.set(payload, resolve)
    const abort = new AbortController()
    try {
      const sent = sql`select pg_notify(${channel}, ${payload})`.then(() => promise)
      const late = sleep(patienceMs, 'late', abort)
      return (await Promise.race([sent, late])) !== 'late'
    } catch {
      return false
    } finally {
      abort.abort()
      waiting.delete(payload)
    }
  }

  // One signal for all requests that wait at the same time.
  const catchUp = createBatches({
    groupOf: () => 'all',
    keyOf: (request: object) => request,
    maxItems: 1000,
    run: async () => {
      const isCaughtUp = isListening && (await receiveOwnSignal())
      if (isCaughtUp) return () => undefined
      // Until something is received again, nothing is worth waiting for.
      isListening = false
      onChange('everything')
      return () => undefined
    },
  })
  return {
    catchUp: () => catchUp({}),
    stop: () => listening.then((listener) => listener.unlisten()).catch(() => {}),
  }
}
