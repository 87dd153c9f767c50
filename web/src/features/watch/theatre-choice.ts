const storageKey = 'theatre'

export function readTheatre() {
  try {
    return localStorage.getItem(storageKey) === 'true'
  } catch {
    return false
  }
}

export function saveTheatre(isTheatre: boolean) {
  try {
    localStorage.setItem(storageKey, String(isTheatre))
  } catch {
    // Blocked or full; the choice then lasts as long as the page.
  }
}
