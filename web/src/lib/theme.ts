import { Moon, Sun } from 'lucide-react'
import { useEffect } from 'react'
import { createStore } from './store/store.ts'
import { useStore } from './store/use-store.ts'

type Theme = 'light' | 'dark'

const storageKey = 'theme'
const barColors = { dark: '#0C110F', light: '#FBFCFA' } satisfies Record<Theme, string>

/** Only 'light' and 'dark' are valid; anything else in storage is ignored. */
export function parseTheme(stored: string | null): Theme | undefined {
  return stored === 'light' || stored === 'dark' ? stored : undefined
}

/** Undefined until the theme is changed; until then, the class set on <html> by first-paint/script.js applies. */
const changedTheme = createStore<Theme | undefined>(undefined)

function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light'
}

function applyTheme(theme: Theme) {
  document.documentElement.classList.toggle('dark', theme === 'dark')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColors[theme])
  changedTheme.set(theme)
}

let isFollowing = false

function followStorage() {
  if (isFollowing) return
  isFollowing = true
  window.addEventListener('storage', followOtherTabs)
  // Another tab may have changed the theme after first-paint/script.js read it and before this page could listen.
  const stored = readStored()
  if (stored && stored !== currentTheme()) applyTheme(stored)
}

function readStored(): Theme | undefined {
  try {
    return parseTheme(localStorage.getItem(storageKey))
  } catch {
    return undefined
  }
}

function followOtherTabs(event: StorageEvent) {
  const theme = event.key === storageKey ? parseTheme(event.newValue) : undefined
  if (theme) applyTheme(theme)
}

function setTheme(theme: Theme) {
  try {
    localStorage.setItem(storageKey, theme)
  } catch {
    // Storage may be blocked or full; the choice then lasts until the page is closed.
  }
  applyTheme(theme)
}

/** The other theme, for a button or menu item that switches to it. */
export function useThemeSwitch() {
  const theme = useStore(changedTheme) ?? currentTheme()
  useEffect(followStorage, [])
  return theme === 'dark'
    ? { label: 'Light Mode', Icon: Sun, switchTheme: () => setTheme('light') }
    : { label: 'Dark Mode', Icon: Moon, switchTheme: () => setTheme('dark') }
}
