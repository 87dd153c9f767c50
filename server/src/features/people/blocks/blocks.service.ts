import { mentionsIn } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import type { Db } from '../../../db/sql.ts'
import { countAttempt } from '../../../http/access/rate-limit.ts'
import { badRequest, forbidden } from '../../../lib/app-error.ts'
import { foldCase } from '../../../lib/text/fold.ts'
import { findBlock } from './blocks.access.ts'
import {
  deleteSubscriptionsBetween,
  findBlockedName,
  insertBlock,
  lockPeople,
  unmarkComments,
} from './blocks.queries.ts'

const blocksPerMinute = 60

/** Blocks a person, ends the subscriptions between the two, and removes pins and hearts that others would still see. */
export async function blockPerson(
  { sql, clock }: Context,
  blockerId: string,
  blockedId: string,
): Promise<void> {
  if (blockerId === blockedId) throw badRequest('You cannot block yourself', undefined, 'block.self')
  const limit = { key: `block:${blockerId}`, max: blocksPerMinute, windowSeconds: 60 }
  await countAttempt(sql, limit, clock.now())
  await sql.begin(async (tx) => {
    await lockPeople(tx, blockerId, blockedId)
    await insertBlock(tx, blockerId, blockedId, clock.now())
    await deleteSubscriptionsBetween(tx, blockerId, blockedId)
    await unmarkComments(tx, blockerId, blockedId)
  })
}

/** The actions that a block can forbid, as the message names them. */
type BlockedAction = 'comment' | 'reply' | 'subscribe'

/** Refuses an action of one person towards another, if one of the two has blocked the other. */
export async function assertNotBlocked(
  db: Db,
  actorId: string,
  otherId: string,
  action: BlockedAction,
): Promise<void> {
  const by = await findBlock(db, actorId, otherId)
  if (by === 'viewer') throw forbidden('block.by-you', `You blocked this person. Unblock them to ${action}`)
  if (by === 'other')
    throw forbidden('block.by-them', `You cannot ${action} here, because this person blocked you`)
}

/** Refuses a text that mentions someone with whom its author has a block. */
export async function assertMayMention(db: Db, authorId: string, text: string): Promise<void> {
  const names = [...new Set(mentionsIn(text).map(foldCase))]
  const blocked = names.length > 0 ? await findBlockedName(db, authorId, names) : undefined
  if (blocked?.by === 'viewer')
    throw forbidden('block.by-you', `You blocked @${blocked.username}. Unblock them to mention them`)
  if (blocked)
    throw forbidden('block.by-them', `You cannot mention @${blocked.username}, because they blocked you`)
}
