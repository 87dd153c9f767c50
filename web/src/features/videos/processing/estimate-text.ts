import type { ProcessingEstimate } from '@vireo/contract'

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

/** 'About 3 minutes left'. The server has rounded the seconds. */
function timeLeft(seconds: number): string {
  if (seconds < 60) return 'Less than a minute left'
  return `About ${seconds < 3600 ? count(seconds / 60, 'minute') : count(seconds / 3600, 'hour')} left`
}

/** The place in the queue and the time left, as far as they are known. */
export function estimateTexts({ place, secondsLeft }: ProcessingEstimate): string[] {
  const texts = []
  if (place) texts.push(place === 1 ? 'Next in the queue' : `Number ${place} in the queue`)
  if (secondsLeft) texts.push(timeLeft(secondsLeft))
  return texts
}
