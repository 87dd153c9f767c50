import type { Db } from '../../db/sql.ts'
import { trigramsOf } from './spelling.ts'

const candidates = 50

/** Words of the dictionary that share the most trigrams with this one and are about as long. */
export async function listSimilarWords(db: Db, word: string): Promise<string[]> {
  const trigrams = trigramsOf(word)
  const { length } = [...word]
  const rows = await db<{ word: string }[]>`
    select word from search_trigrams
    where trigram = any(${trigrams}) and length between ${length - 2} and ${length + 2}
    group by word having count(*) >= ${Math.max(2, Math.ceil(trigrams.length * 0.3))}
    order by count(*) desc, abs(length(word) - ${length}), word limit ${candidates}`
  return rows.map((row) => row.word)
}
