/** What this tab keeps for itself across a reload. A browser that blocks storage keeps nothing. */
export function readFromTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Null removes it. */
export function keepInTab(key: string, value: string | null) {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // Blocked or full: it is then lost with a reload.
  }
}
