/** What the worker and the timers of a test's app run at any moment, and the ends of transactions, theirs included. */
const ignored = /^\s*(begin|commit|rollback|listen)|advisory|video_view_events|graphile_worker|pg_type/i

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
