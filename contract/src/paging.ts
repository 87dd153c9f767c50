import { pageSize } from './limits.ts'
import { type TSchema, t } from './schema.ts'

/**
 * The query of every list. Without a limit a page has the default size, unless the endpoint specifies another. A cursor
 * is opaque: the `nextCursor` of the previous page. Only that shows whether there is more: a page of very long texts is
 * shorter than its limit.
 */
export const pageQuery = {
  limit: t.optional(t.integer({ minimum: 1, maximum: pageSize.max })),
  cursor: t.optional(t.string({ maxLength: 2000 })),
}

export const pageOf = <Item extends TSchema>(item: Item) =>
  t.object({ docs: t.array(item), nextCursor: t.nullable(t.string()) })
