const storageKey = 'scroll-positions'

/** Where each entry of the history was scrolled to. Kept over a reload, for this tab only. */
export const scrollPositions = new Map<string, number>(readStored())

function readStored(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
  } catch {
    return []
  }
}

window.addEventListener('pagehide', () => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...scrollPositions]))
  } catch {
    // Storage may be blocked or full; a reload then starts at the top.
  }
})

// The browser would scroll as soon as one goes back, while the page that is left still shows.
window.history.scrollRestoration = 'manual'
