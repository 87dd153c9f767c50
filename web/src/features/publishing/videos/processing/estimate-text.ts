import type { ProcessingEstimate } from '@vireo/contract'

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

/** 'About 3 minutes left'. The server has rounded the seconds. */
function timeLeft(seconds: number): string {
  if (seconds < 60) return 'Less than a minute left'
  return `About ${seconds < 3600 ? count(seconds / 60, 'minute') : count(seconds / 3600, 'hour')} left`
}

export type EstimatedVideo = { isPlayable: boolean; estimate: ProcessingEstimate }

/**
 * The position in the queue and the time left, if known. Videos that are already playable wait in another queue, for
 * their other sizes.
 */
export function estimateTexts({ isPlayable, estimate: { place, secondsLeft } }: EstimatedVideo): string[] {
  const texts = []
  const queue = isPlayable ? 'the queue for other sizes' : 'the queue'
  if (place) texts.push(place === 1 ? `Next in ${queue}` : `Number ${place} in ${queue}`)
  if (secondsLeft) texts.push(timeLeft(secondsLeft))
  return texts
}
