import { until } from './waiting.ts'

interface Entry {
  kind: string
  isThere(): Promise<boolean>
}

/** Everything that the site has acknowledged, with checks that it still exists. */
export class Ledger {
  private readonly entries: Entry[] = []

  /** `kind` is singular: 'comment'. */
  note(kind: string, isThere: () => Promise<boolean>): void {
    this.entries.push({ kind, isThere })
  }

  get acknowledged(): string {
    return describe(this.entries)
  }

  /** Accepted work may still be in progress, so each entry gets time to appear. */
  async check(): Promise<{ found: string; lost: string; lostCount: number }> {
    const found: Entry[] = []
    const lost: Entry[] = []
    for (const entry of this.entries) {
      const isFound = await until(entry.kind, entry.isThere, lost.length === 0 ? 90_000 : 5_000).then(
        () => true,
        () => false,
      )
      if (isFound) found.push(entry)
      else lost.push(entry)
    }
    return { found: describe(found), lost: describe(lost), lostCount: lost.length }
  }
}

function describe(entries: Entry[]): string {
  const counts = new Map<string, number>()
  for (const { kind } of entries) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const words = [...counts].map(([kind, count]) => `${count} ${kind}${count === 1 ? '' : 's'}`)
  return words.join(', ') || 'nothing'
}
