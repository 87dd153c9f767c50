import { until } from './waiting.ts'

interface Entry {
  kind: string
  isThere(): Promise<boolean>
}

interface LedgerResult {
  found: string
  lost: string
  lostCount: number
}

const defaultPatienceMs = 240_000
/** Once something is lost, the rest is only looked for. */
const shortMs = 5_000

/** Everything that the site has acknowledged, with checks that it still exists. */
export class Ledger {
  private readonly entries: Entry[] = []
  private readonly lostBefore: Entry[] = []
  private readonly limits: Entry[] = []
  private readonly patienceMs: number

  constructor(patienceMs = defaultPatienceMs) {
    this.patienceMs = patienceMs
  }

  /** `kind` is singular: 'comment'. */
  note(kind: string, isThere: () => Promise<boolean>): void {
    this.entries.push({ kind, isThere })
  }

  /** Checks at once, because it must be there before the drill continues. */
  async expect(kind: string, isThere: () => Promise<boolean>): Promise<void> {
    const entry = { kind, isThere }
    if (!(await isThere().catch(() => false))) this.lostBefore.push(entry)
  }

  /** Something that may take time to be right but must not be exceeded, such as a count; checked once, at the end. */
  limit(kind: string, isKept: () => Promise<boolean>): void {
    this.limits.push({ kind, isThere: isKept })
  }

  get acknowledged(): string {
    return describe(this.entries)
  }

  /** Accepted work may still be in progress, so each entry gets time to appear. */
  async check(): Promise<LedgerResult> {
    const found: Entry[] = []
    const lost: Entry[] = [...this.lostBefore]
    for (const entry of this.entries) {
      const isFound = await until(
        entry.kind,
        entry.isThere,
        lost.length === 0 ? this.patienceMs : shortMs,
      ).then(
        () => true,
        () => false,
      )
      if (isFound) found.push(entry)
      else lost.push(entry)
    }
    for (const entry of this.limits) if (!(await entry.isThere().catch(() => false))) lost.push(entry)
    return { found: describe(found), lost: describe(lost), lostCount: lost.length }
  }

  /** Looks for everything once more, after a successful check, without waiting for it. */
  async checkAgain(): Promise<LedgerResult> {
    for (const entry of this.entries) await this.expect(entry.kind, entry.isThere)
    return { found: '', lost: describe(this.lostBefore), lostCount: this.lostBefore.length }
  }
}

function describe(entries: Entry[]): string {
  const counts = new Map<string, number>()
  for (const { kind } of entries) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const words = [...counts].map(([kind, count]) => `${count} ${kind}${count === 1 ? '' : 's'}`)
  return words.join(', ') || 'nothing'
}
