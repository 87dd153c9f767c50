import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

const storageKey = 'theme'
const barColors = { dark: '#0C110F', light: '#FBFCFA' } satisfies Record<Theme, string>

/** Only 'light' and 'dark' count; anything else found in storage is ignored. */
export function parseTheme(stored: string | null): Theme | undefined {
  return stored === 'light' || stored === 'dark' ? stored : undefined
}

// The class that boot.js put on <html> before the first paint is the state; React only reads it.
function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light'
}

function applyTheme(theme: Theme) {
  document.documentElement.classList.toggle('dark', theme === 'dark')
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColors[theme])
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTabs)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs)
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

export function useTheme() {
  const theme = useSyncExternalStore(subscribe, currentTheme)
  return { theme, toggleTheme: () => setTheme(theme === 'dark' ? 'light' : 'dark') }
}
