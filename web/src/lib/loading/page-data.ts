import type { Envelope } from '@vireo/contract'

type Answers = Record<string, Envelope<unknown>>

/** As long as loaded data counts as fresh. */
const freshMs = 30_000

let answers: Answers | undefined

/** Returns the answer that came with the document, if any, for the first call of this address. */
export function takeAnswer(address: string) {
  answers ??= readAnswers()
  const answer = answers[address]
  delete answers[address]
  return performance.now() < freshMs ? answer : undefined
}

/** A document that the browser restores for Back is as old as its visit, so its answers are not used again. */
function readAnswers(): Answers {
  const [navigation] = performance.getEntriesByType('navigation')
  const isRestored = (navigation as PerformanceNavigationTiming | undefined)?.type === 'back_forward'
  return JSON.parse((!isRestored && document.getElementById('page-data')?.textContent) || '{}')
}

/** Called when the page or person changes: the document's answers, address and feeds do not apply to the new one. */
export function forgetDocument() {
  answers = {}
  document.getElementById('page-data')?.remove()
  for (const element of document.querySelectorAll('[rel=canonical],[rel=alternate],[name=robots]'))
    element.remove()
}
