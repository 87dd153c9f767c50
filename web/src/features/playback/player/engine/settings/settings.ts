import {
  type CaptionBackground,
  type CaptionSize,
  captionBackgrounds,
  captionSizes,
} from './caption-style.ts'
import { isSpeed, type Speed } from './speeds.ts'

/** A person's choices, kept for the next video. */
export type PlayerSettings = {
  /** 0 to 1. */
  volume: number
  isMuted: boolean
  speed: Speed
  /** Whether the next video starts by itself. */
  isAutoplayOn: boolean
  areCaptionsOn: boolean
  /** Of the last chosen track; empty if there is none. */
  captionsLanguage: string
  captionsLabel: string
  captionSize: CaptionSize
  captionBackground: CaptionBackground
}

export const defaultSettings: PlayerSettings = {
  volume: 1,
  isMuted: false,
  speed: 1,
  isAutoplayOn: true,
  areCaptionsOn: false,
  captionsLanguage: '',
  captionsLabel: '',
  captionSize: 'normal',
  captionBackground: 'dark',
}

const storageKey = 'player'

/** Ignores invalid values, as an older version of this code may have stored them. */
export function parseSettings(stored: string | null): PlayerSettings {
  const stated = parseObject(stored)
  const { volume, isMuted, speed, isAutoplayOn, areCaptionsOn, captionsLanguage, captionsLabel } = stated
  const { volume: fullVolume } = defaultSettings
  return {
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : fullVolume,
    isMuted: booleanOr(isMuted, defaultSettings.isMuted),
    speed: isSpeed(speed) ? speed : defaultSettings.speed,
    isAutoplayOn: booleanOr(isAutoplayOn, defaultSettings.isAutoplayOn),
    areCaptionsOn: booleanOr(areCaptionsOn, defaultSettings.areCaptionsOn),
    captionsLanguage: textOr(captionsLanguage),
    captionsLabel: textOr(captionsLabel),
    captionSize: oneOf(captionSizes, stated.captionSize, defaultSettings.captionSize),
    captionBackground: oneOf(captionBackgrounds, stated.captionBackground, defaultSettings.captionBackground),
  }
}

function parseObject(stored: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored ?? '')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

const booleanOr = (value: unknown, fallback: boolean) => (typeof value === 'boolean' ? value : fallback)

const oneOf = <T>(choices: readonly T[], value: unknown, fallback: T) =>
  choices.find((choice) => choice === value) ?? fallback

const textOr = (value: unknown, fallback = '') => (typeof value === 'string' ? value : fallback)

export function readSettings(): PlayerSettings {
  try {
    return parseSettings(localStorage.getItem(storageKey))
  } catch {
    // Storage may be blocked.
    return defaultSettings
  }
}

export function saveSettings(changes: Partial<PlayerSettings>) {
  try {
    // Reads again, because another tab may have saved something else meanwhile.
    localStorage.setItem(storageKey, JSON.stringify({ ...readSettings(), ...changes }))
  } catch {
    // Blocked or full; the choice then lasts as long as the page.
  }
}
