import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Mailbox, startMailbox } from '../../server/test/programs/mailbox.ts'
import { Ledger } from './tools/ledger.ts'
import type { Community } from './tools/posts.ts'

export interface DrillResult {
  seconds: number
  /** Checks that were not possible on this machine. */
  notChecked?: string[]
  notes?: string[]
}

/** One fault. `run` resolves when the site works again, with the seconds until then. */
export interface Drill {
  name: string
  run(context: DrillContext): Promise<DrillResult>
  /** Each must make the drill fail. */
  sabotages: Sabotage[]
  /** The time limit, generous for a busy machine; defaults to 20. */
  minutes?: number
  /** Runs only if it is named, because it takes long. */
  isOnlyByName?: boolean
  /** The reason if it cannot run on this machine. */
  whySkipped?(): string | undefined
}

/** Damage that shows whether a drill can fail. It is done by one of these three. */
export interface Sabotage {
  /** What it does, as a sentence without a full stop. */
  what: string
  /** A pattern of the reason for which the drill must fail. */
  failsWith: RegExp
  /** A file of the folder `sabotage` that is loaded into the program. */
  module?: string
  /** Called by the drill before or during its fault. */
  prepare?(context: DrillContext): Promise<void>
  /** Called when everything that was acknowledged has been found; then it is looked for again. */
  damage?(context: DrillContext): Promise<void>
}

/** Passed to every drill. */
export interface DrillContext {
  folder: string
  mailbox: Mailbox
  ledger: Ledger
  sabotage?: Sabotage
  /** The people and posts of the drill, once they exist. */
  community?: Community
  /** The DATABASE_URL of a drill with its own PostgreSQL. */
  databaseUrl?: string
  /** The STORAGE_URL of a drill with a bucket. */
  storageUrl?: string
  /** Runs after the drill, whether it succeeded or not, in reverse order. */
  defer(close: () => unknown): void
}

const sabotagedPatienceMs = 20_000

export async function withDrillContext<T>(
  work: (context: DrillContext) => Promise<T>,
  sabotage?: Sabotage,
): Promise<T> {
  // What a sabotaged program has lost does not appear later.
  const patienceMs = sabotage && !sabotage.damage ? sabotagedPatienceMs : undefined
  const closers: (() => unknown)[] = []
  const defer = (close: () => unknown) => void closers.push(close)
  const folder = await mkdtemp(join(tmpdir(), 'vireo-drill-'))
  defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const mailbox = await startMailbox()
  defer(() => mailbox.close())
  try {
    return await work({
      folder,
      mailbox,
      ledger: new Ledger(patienceMs),
      defer,
      ...(sabotage && { sabotage }),
    })
  } finally {
    for (const close of closers.reverse()) await close()
  }
}
