export type Size = { width: number; height: number }

/** The video's own shape, even-sided, with its long or short side at most `most`. */
export function fitWithin({ width, height }: Size, most: number, which: 'long' | 'short'): Size {
  const side = which === 'long' ? Math.max(width, height) : Math.min(width, height)
  const scale = Math.min(1, most / side)
  const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}
