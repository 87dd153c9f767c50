type Size = { width: number; height: number }

/** 'auto', or a quality's name. */
export type QualityChoice = string
export const auto: QualityChoice = 'auto'

/** '720p': the shorter side, whichever way the video stands. */
export const qualityName = ({ width, height }: Size) => `${Math.min(width, height)}p`

/** The names to choose from, the best first. */
export function listQualities(sizes: readonly Size[]): string[] {
  const sorted = [...sizes].sort((a, b) => b.width * b.height - a.width * a.height)
  return [...new Set(sorted.map(qualityName))]
}

/** What the Auto choice says: which quality it picked, once it is known. */
export const autoLabel = (playing: string | undefined) => (playing ? `Auto (${playing})` : 'Auto')
