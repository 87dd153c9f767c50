import { useState } from 'react'

const storageKey = 'theatre'

/** Whether the player is as wide as the page; remembered for the next video. */
export function useTheatre() {
  const [isTheatre, setIsTheatre] = useState(readStored)
  const changeTheatre = (isOn: boolean) => {
    setIsTheatre(isOn)
    try {
      localStorage.setItem(storageKey, String(isOn))
    } catch {
      // Blocked or full; the choice then lasts as long as the page.
    }
  }
  return [isTheatre, changeTheatre] as const
}

function readStored() {
  try {
    return localStorage.getItem(storageKey) === 'true'
  } catch {
    return false
  }
}
