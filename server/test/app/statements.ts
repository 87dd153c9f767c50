/** Statements that a new connection sends before its first one of ours. */
const ignored = /^\s*listen|pg_type/i

/** Counts the SQL statements of an app with this `onQuery` and without a worker, whose timers would add some. */
export function createStatementCounter() {
  let statements: string[] = []
  return {
    onQuery: (text: string) => {
      statements.push(text)
    },
    async count(work: () => Promise<unknown>): Promise<number> {
      statements = []
      await work()
      return statements.filter((text) => !ignored.test(text)).length
    },
  }
}
