/** Statements that the worker and timers of an app run at any time, and transaction control, which is partly theirs. */
const ignored =
  /^\s*(begin|commit|rollback|listen|select from videos where status in)|advisory|video_(view|play)_events|graphile_worker|processing_speeds|pg_type/i

/** Counts the SQL statements of an app that is created with this `onQuery`. */
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
