import type { Db } from '../../../../db/sql.ts'
import { allowedMistakes, swapsOf, trigramsOf } from './spelling.ts'

const maxWords = 50
/** From this length on, words that only begin and end alike are not similar enough. */
const longFrom = 6

/**
 * Words of the dictionary that differ by two swapped letters, then those of about the same length that share the most
 * trigrams. Very many words share their beginning or end, so the first and last trigrams of long words are compared
 * instead of looked up. Short words with swapped letters share hardly any trigram, hence the first part.
 */
export async function listSimilarWords(db: Db, word: string): Promise<string[]> {
  const trigrams = trigramsOf(word)
  const { length } = [...word]
  const isLong = length >= longFrom
  const shared = isLong
    ? db`count(*) + (left(word, 1) = left(${word}, 1))::integer + (right(word, 2) = right(${word}, 2))::integer`
    : db`count(*)`
  const apart = allowedMistakes(word)
  const rows = await db<{ word: string }[]>`
    select word from search_dictionary where word = any(${swapsOf(word)})
    union all
    (select word from search_trigrams
    where trigram = any(${isLong ? trigrams.slice(1, -1) : trigrams})
      and length between ${length - apart} and ${length + apart}
    group by word having ${shared} >= ${Math.max(2, Math.ceil(trigrams.length * 0.3))}
    order by ${shared} desc, abs(length(word) - ${length}), word limit ${maxWords})`
  return [...new Set(rows.map((row) => row.word))]
}
