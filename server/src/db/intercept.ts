import type { Sql, TransactionSql } from 'postgres'

type Db = Sql | TransactionSql

export interface Statement extends Promise<unknown> {
  reject(error: unknown): void
}

type Handler = ((statement: Statement) => void) & { debug?: unknown }

/**
 * Calls `around` for every statement, which decides when to send it or rejects it. postgres.js has no hook for this: a
 * query keeps the function that sends it in `handler` and calls it when it is first awaited. Fragments are part of
 * another statement and are never sent themselves.
 */
export function interceptStatements<T extends Db>(
  db: T,
  around: (statement: Statement, send: () => void) => void,
): T {
  const intercept = (made: unknown) => {
    if (made instanceof Promise) {
      const query = made as Statement & { handler: Handler }
      const { handler } = query
      const replaced = (statement: Statement) => around(statement, () => handler(statement))
      query.handler = Object.assign(replaced, { debug: handler.debug })
    }
    return made
  }
  return new Proxy(db, {
    apply: (target, self, args) => intercept(Reflect.apply(target, self, args)),
    get: (target, name) =>
      name === 'unsafe'
        ? (...args: Parameters<Db['unsafe']>) => intercept(target.unsafe(...args))
        : Reflect.get(target, name),
  })
}

/** The function that sends statements on this pool or transaction, also such that were built by another one. */
export const senderOf = (db: Db) => (db.unsafe('') as unknown as { handler: Handler }).handler
