import { useState } from 'react'
import { readTheatre, saveTheatre } from './theatre-choice.ts'

/** Whether the player is as wide as the page; remembered for the next video. */
export function useTheatre() {
  const [isTheatre, setIsTheatre] = useState(readTheatre)
  const changeTheatre = (isOn: boolean) => {
    setIsTheatre(isOn)
    saveTheatre(isOn)
  }
  return [isTheatre, changeTheatre] as const
}
