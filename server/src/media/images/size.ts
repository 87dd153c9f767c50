export interface Size {
  width: number
  height: number
}

/** Keeps the aspect ratio, makes both sides even, and limits the long or the short side to `most`. */
export function fitWithin({ width, height }: Size, most: number, which: 'long' | 'short'): Size {
  const side = which === 'long' ? Math.max(width, height) : Math.min(width, height)
  const scale = Math.min(1, most / side)
  const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}
