/** Shorter words have too many similar ones, and longer words are not typed. */
const correctable = { min: 4, max: 32 } as const

export function canCorrect(word: string): boolean {
  const { length } = [...word]
  return length >= correctable.min && length <= correctable.max && !/\d/.test(word)
}

/** Every three letters in a row, as the dictionary stores them; two leading spaces give the beginning more weight. */
export function trigramsOf(word: string): string[] {
  const letters = [...`  ${word} `]
  return [...new Set(letters.slice(2).map((_, i) => letters.slice(i, i + 3).join('')))]
}

/** The word with each two neighbouring letters swapped. */
export function swapsOf(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).map((letter, i) =>
    letters
      .with(i, letter)
      .with(i + 1, letters[i] ?? '')
      .join(''),
  )
}

/** The most letters that may be wrong. */
export const allowedMistakes = (word: string) => ([...word].length < 6 ? 1 : 2)

/** The likely corrections of a misspelled word: fewest mistakes first, otherwise in the given order. */
export function rankCorrections(typed: string, candidates: string[]): { word: string; mistakes: number }[] {
  return candidates
    .map((word) => ({ word, mistakes: countMistakes(typed, word) }))
    .filter(({ mistakes }) => mistakes <= allowedMistakes(typed))
    .sort((a, b) => a.mistakes - b.mistakes)
}

/** The number of letters that were left out, added, replaced, or swapped with their neighbour. */
function countMistakes(from: string, to: string): number {
  const [a, b] = [[...from], [...to]]
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = row
  }
  return at(last, b.length)
}

const at = (row: number[], j: number) => row[j] ?? Number.POSITIVE_INFINITY
