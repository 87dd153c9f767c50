import type { Envelope } from '@vireo/contract'

type Answers = Record<string, Envelope<unknown>>

/** As long as loaded data counts as fresh. */
const freshMs = 30_000

let answers: Answers | undefined

/** Takes the answer to the first call of this address, if it came with the document. */
export function takeAnswer(address: string) {
  answers ??= readAnswers()
  const answer = answers[address]
  delete answers[address]
  return performance.now() < freshMs ? answer : undefined
}

/** A document that the browser has kept for Back is as old as the visit: what came with it is not used again. */
function readAnswers(): Answers {
  const [navigation] = performance.getEntriesByType('navigation')
  const isKept = (navigation as PerformanceNavigationTiming | undefined)?.type === 'back_forward'
  return JSON.parse((!isKept && document.getElementById('page-data')?.textContent) || '{}')
}

/** Called when another page or another person follows: the answers, address and feeds of the document are not theirs. */
export function forgetDocument() {
  answers = {}
  for (const element of document.querySelectorAll('[rel=canonical],[rel=alternate],[name=robots]'))
    element.remove()
}
