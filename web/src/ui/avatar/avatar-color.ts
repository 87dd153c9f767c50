/** Dark enough for white letters (AA), light enough to stand out from the dark theme's surfaces. */
export const avatarColors = [
  '#2f7d4f',
  '#1f7a7a',
  '#2c6fb0',
  '#5360c4',
  '#7a52b8',
  '#9a4a9e',
  '#b1416f',
  '#b2482f',
  '#8f5f14',
  '#5f7322',
] as const

/** The same name always gets the same colour, on every device. */
export function avatarColor(name: string): string {
  let hash = 0
  for (const character of name.trim().toLowerCase()) {
    hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  }
  return avatarColors[hash % avatarColors.length] ?? avatarColors[0]
}

/** The first letter as displayed: an emoji, or a letter with its accents, stays whole. */
export function avatarLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim())
  return first?.segment.toUpperCase() ?? '?'
}
