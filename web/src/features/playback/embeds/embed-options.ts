import { parsePosition } from '../player/engine/start-position.ts'

export type EmbedOptions = {
  /** Seconds. */
  start: number
  autoplay: boolean
  muted: boolean
  loop: boolean
  /** A language, or true for the visitor's preferred one. */
  captions: string | boolean
}

/** The options in a player's address. Wrong values are ignored. */
export function readOptions(search: string, duration: number): EmbedOptions {
  const query = new URLSearchParams(search)
  const isOn = (name: string) => /^(1|true)$/.test(query.get(name) ?? '')
  const start = parsePosition(query.get('start') ?? '') ?? 0
  const captions = query.get('captions') ?? ''
  return {
    start: start < duration ? start : 0,
    autoplay: isOn('autoplay'),
    muted: isOn('muted'),
    loop: isOn('loop'),
    captions: isOn('captions') || (/^[a-z]{2,3}(-[\w-]+)?$/i.test(captions) && captions),
  }
}
