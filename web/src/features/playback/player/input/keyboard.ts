export type PlayerAction =
  | { type: 'toggle-play' }
  | { type: 'seek-by'; seconds: number }
  | { type: 'seek-to'; fraction: number }
  | { type: 'seek-chapter'; direction: 1 | -1 }
  | { type: 'step-frame'; direction: 1 | -1 }
  | { type: 'change-volume'; amount: number }
  | { type: 'step-speed'; direction: 1 | -1 }
  | { type: 'toggle-muted' }
  | { type: 'toggle-fullscreen' }
  | { type: 'toggle-theatre' }
  | { type: 'toggle-captions' }
  | { type: 'toggle-pip' }
  | { type: 'toggle-loop' }
  | { type: 'play-next' }
  | { type: 'play-previous' }

/**
 * Where the focus is. text: a text field · popup: a menu or dialog, with keys of its own · slider, button: in the
 * player · player: elsewhere in the player · control: a button or link of the page · page: elsewhere
 */
export type FocusPlace = 'text' | 'popup' | 'slider' | 'button' | 'player' | 'control' | 'page'

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const letters: Record<string, PlayerAction> = {
  k: { type: 'toggle-play' },
  j: { type: 'seek-by', seconds: -10 },
  l: { type: 'seek-by', seconds: 10 },
  m: { type: 'toggle-muted' },
  f: { type: 'toggle-fullscreen' },
  t: { type: 'toggle-theatre' },
  c: { type: 'toggle-captions' },
  i: { type: 'toggle-pip' },
  r: { type: 'toggle-loop' },
}

const withShift: Record<string, PlayerAction> = {
  n: { type: 'play-next' },
  p: { type: 'play-previous' },
}

/** Outside the player these keys scroll the page. */
const inPlayerOnly: Record<string, PlayerAction> = {
  ArrowUp: { type: 'change-volume', amount: 0.05 },
  ArrowDown: { type: 'change-volume', amount: -0.05 },
  Home: { type: 'seek-to', fraction: 0 },
  End: { type: 'seek-to', fraction: 1 },
}

const horizontalArrows: Record<string, PlayerAction> = {
  ArrowLeft: { type: 'seek-by', seconds: -5 },
  ArrowRight: { type: 'seek-by', seconds: 5 },
}

/** With the key that does not go back in the browser or switch the desktop. */
const chapterKey = /Mac|iP(hone|ad)/.test(navigator.platform) ? 'altKey' : 'ctrlKey'

function isForChapters(press: KeyPress) {
  const held = (['ctrlKey', 'metaKey', 'altKey', 'shiftKey'] as const).filter((name) => press[name])
  return press.key in horizontalArrows && held.length === 1 && held[0] === chapterKey
}

/** The player's action for a key; undefined if the key is not for the player. */
export function actionOf(press: KeyPress, place: FocusPlace): PlayerAction | undefined {
  const { key } = press
  if (place === 'text' || place === 'popup') return undefined
  if (isForChapters(press) && place !== 'slider')
    return { type: 'seek-chapter', direction: key === 'ArrowRight' ? 1 : -1 }
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined
  if (key === ' ') return place === 'page' || place === 'player' ? { type: 'toggle-play' } : undefined
  if (key === '<' || key === '>') return { type: 'step-speed', direction: key === '>' ? 1 : -1 }
  if (key === ',' || key === '.') return { type: 'step-frame', direction: key === '.' ? 1 : -1 }
  if (key in horizontalArrows)
    return place === 'slider' || place === 'control' ? undefined : horizontalArrows[key]
  if (key in inPlayerOnly) return place === 'player' || place === 'button' ? inPlayerOnly[key] : undefined
  if (press.shiftKey) return withShift[letterOf(press)]
  if (/^\d$/.test(key)) return { type: 'seek-to', fraction: Number(key) / 10 }
  return letters[letterOf(press)]
}

/** On keyboards without Latin letters, the key's position counts. */
function letterOf({ key, code }: KeyPress): string {
  const isLatin = /^[a-z]$/i.test(key)
  return (isLatin ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? '')).toLowerCase()
}
