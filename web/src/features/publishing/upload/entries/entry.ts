import type { Draft } from '../draft.ts'
import type { Transfer } from '../transfer/transfer.ts'

/** A video that is being prepared: its form's content, and the transfer of its file. */
export type Entry = {
  id: string
  draft: Draft
  transfer: Transfer | null
  /** Upload Video was pressed: it is published once the whole file is sent. */
  isSubmitted: boolean
  /** Why it could not be sent or published. */
  problem?: string | undefined
} & Saved

/** How the draft relates to the one on the server. */
export type Saved = {
  /** When the server last saved it; missing if it never did. */
  savedAt?: string | undefined
  /** Whether it has changed since. */
  isChanged?: boolean | undefined
}
