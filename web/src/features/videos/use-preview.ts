import { type RefObject, useEffect, useState } from 'react'
import { watchAttention } from './watch-attention.ts'

/** Whether the card's preview should play now. */
export function usePreview(card: RefObject<HTMLElement | null>, isPossible: boolean) {
  const [isActive, setIsActive] = useState(false)
  useEffect(() => {
    if (card.current && isPossible) return watchAttention(card.current, setIsActive)
  }, [card, isPossible])
  return isActive
}
