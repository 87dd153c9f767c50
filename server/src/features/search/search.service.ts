import type { Owner } from '@vireo/contract'
import type { Sql } from '../../db/sql.ts'
import { toOwner } from '../accounts/accounts.view.ts'
import { findChannels, findTitles } from './channels.queries.ts'

const suggested = { titles: 5, channels: 3 } as const
const channelsShown = 8

export async function suggest(sql: Sql, text: string): Promise<{ titles: string[]; channels: Owner[] }> {
  const q = text.trim().slice(0, 100)
  if (!q) return { titles: [], channels: [] }
  const [titles, channels] = await Promise.all([
    findTitles(sql, q, suggested.titles),
    findChannels(sql, q, suggested.channels),
  ])
  return { titles, channels: channels.map(toOwner) }
}

export async function matchChannels(sql: Sql, text: string): Promise<Owner[]> {
  return (await findChannels(sql, text.slice(0, 100), channelsShown)).map(toOwner)
}
