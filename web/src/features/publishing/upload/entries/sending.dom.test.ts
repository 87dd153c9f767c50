import { limits } from '@vireo/contract'
import { expect, test } from 'vitest'
import { emptyDraft, factsOf, withVideo } from '../draft.ts'
import { Transfer } from '../transfer/transfer.ts'
import type { TransferPhase } from '../transfer/transfer-state.ts'
import type { Entry } from './entry.ts'
import { nextInLine } from './sending.ts'

const file = new File(['holiday'], 'holiday.mp4', { type: 'video/mp4' })

function entryIn(phase: TransferPhase | null, uploadUrl: string | null = null): Entry {
  const transfer = phase && new Transfer({ file, uploadUrl: null, onUrl: () => {} })
  if (phase) transfer?.progress.setPhase(phase)
  const draft = { ...withVideo(emptyDraft, file), remembered: { file: factsOf(file), uploadUrl } }
  return { id: crypto.randomUUID(), draft, transfer, isSubmitted: false }
}

test('two files are sent at a time, in the order in which they were added', () => {
  const [first, second] = [entryIn('queued'), entryIn('queued')]
  expect(nextInLine([first, second])).toBe(first)
  expect(nextInLine([entryIn('sending'), first, second])).toBe(first)
  expect(nextInLine([first, entryIn('sending'), entryIn('waiting')])).toBeUndefined()
})

test('a paused or complete upload makes room for the next one, an upload without its file waits for its person', () => {
  const next = entryIn('queued')
  const others = (['paused', 'sent', 'publishing', null] as const).map((phase) => entryIn(phase))
  expect(nextInLine([...others, next])).toBe(next)
  expect(nextInLine(others)).toBeUndefined()
})

test('an upload that was paused before its turn waits for its turn again when it is resumed', () => {
  const { transfer } = entryIn('queued')
  transfer?.pause()
  expect(transfer?.progress.get().phase).toBe('paused')
  transfer?.resume()
  expect(transfer?.progress.get().phase).toBe('queued')
})

test('no upload is opened beyond the limit of the server, but open ones are continued', () => {
  const open = Array.from({ length: limits.uploadsInFlight }, () => entryIn('sent', '/uploads/1'))
  const unopened = entryIn('queued')
  expect(nextInLine([...open.slice(1), unopened])).toBe(unopened)
  expect(nextInLine([...open, unopened])).toBeUndefined()
  const continued = entryIn('queued', '/uploads/2')
  expect(nextInLine([...open, unopened, continued])).toBe(continued)
})
