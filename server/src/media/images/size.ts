export interface Size {
  width: number
  height: number
}

/** Keeps the aspect ratio, makes both sides even, and limits the long or the short side to `maxLength`. */
export function fitWithin({ width, height }: Size, maxLength: number, limitedSide: 'long' | 'short'): Size {
  const side = limitedSide === 'long' ? Math.max(width, height) : Math.min(width, height)
  const scale = Math.min(1, maxLength / side)
  const even = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}
