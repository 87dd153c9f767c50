/** What a new connection asks for before its first statement. */
const ignored = /^\s*listen|pg_type/i

/** Counts the SQL statements of an app that is created with this `onQuery`, and without a worker, whose timers send some. */
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
