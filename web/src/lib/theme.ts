import { Moon, Sun } from 'lucide-react'
import { useEffect } from 'react'
import { createStore } from './store/store.ts'
import { useStore } from './store/use-store.ts'

type Theme = 'light' | 'dark'
export type ThemeChoice = Theme | 'system'

const storageKey = 'theme'
/** Set to 'true' while the theme is the system's; `storageKey` only ever has one of the two themes. */
const systemKey = 'theme-system'
const barColors = { dark: '#0C110F', light: '#FBFCFA' } satisfies Record<Theme, string>

/** Only 'light' and 'dark' are valid; anything else in storage is ignored. */
export function parseTheme(stored: string | null): Theme | undefined {
  return stored === 'light' || stored === 'dark' ? stored : undefined
}

const lightSystem = () => window.matchMedia('(prefers-color-scheme: light)')

/** Undefined until the theme is changed; until then, the class set on <html> by first-paint/script.js applies. */
const changedTheme = createStore<Theme | undefined>(undefined)
/** Undefined until it is changed or read from storage. */
const choice = createStore<ThemeChoice | undefined>(undefined)

function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light'
}

function applyChoice(chosen: ThemeChoice) {
  choice.set(chosen)
  const theme = chosen !== 'system' ? chosen : lightSystem().matches ? 'light' : 'dark'
  if (theme === currentTheme()) return
  document.documentElement.classList.toggle('dark', theme === 'dark')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColors[theme])
  changedTheme.set(theme)
}

let isFollowing = false

/** Follows the system and other tabs, which may have changed it after first-paint/script.js read the storage. */
function follow() {
  if (isFollowing) return
  isFollowing = true
  const applyStored = () => {
    const stored = readStored()
    if (stored) applyChoice(stored)
  }
  window.addEventListener('storage', applyStored)
  lightSystem().addEventListener('change', () => choice.get() === 'system' && applyChoice('system'))
  applyStored()
}

function readStored(): ThemeChoice | undefined {
  try {
    const theme = parseTheme(localStorage.getItem(storageKey))
    return theme ?? (localStorage.getItem(systemKey) === 'true' ? 'system' : undefined)
  } catch {
    return undefined
  }
}

function store(chosen: ThemeChoice) {
  try {
    if (chosen === 'system') {
      localStorage.setItem(systemKey, 'true')
      localStorage.removeItem(storageKey)
    } else {
      localStorage.setItem(storageKey, chosen)
      localStorage.removeItem(systemKey)
    }
  } catch {
    // Storage may be blocked or full; the choice then lasts until the page is closed.
  }
}

function choose(chosen: ThemeChoice) {
  store(chosen)
  applyChoice(chosen)
}

/** The other theme, for a button or menu item that switches to it. */
export function useThemeSwitch() {
  const theme = useStore(changedTheme) ?? currentTheme()
  useEffect(follow, [])
  return theme === 'dark'
    ? { label: 'Light Mode', Icon: Sun, switchTheme: () => choose('light') }
    : { label: 'Dark Mode', Icon: Moon, switchTheme: () => choose('dark') }
}

/** The choice between both themes and the system's, which is dark at first. */
export function useThemeChoice() {
  const chosen = useStore(choice) ?? 'dark'
  useEffect(follow, [])
  return { chosen, choose }
}
