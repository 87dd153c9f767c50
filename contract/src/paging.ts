import { type TSchema, t } from './schema.ts'

export const pageSize = { default: 24, max: 100 } as const

/** Every list takes these; without a limit a page has the default size unless the list says otherwise. A cursor is opaque: it is what the page before answered. */
export const pageQuery = {
  limit: t.optional(t.integer({ minimum: 1, maximum: pageSize.max })),
  cursor: t.optional(t.string({ maxLength: 2000 })),
}

export const pageOf = <Item extends TSchema>(item: Item) =>
  t.object({ docs: t.array(item), nextCursor: t.nullable(t.string()) })
