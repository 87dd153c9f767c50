type Size = { width: number; height: number }

/** 'auto', or a quality's name. */
export type QualityChoice = string
export const auto: QualityChoice = 'auto'

/** '720p': by the shorter side, for upright videos too. */
export const qualityName = ({ width, height }: Size) => `${Math.min(width, height)}p`

/** The qualities' names, the best first. */
export function listQualities(sizes: readonly Size[]): string[] {
  const sorted = [...sizes].sort((a, b) => b.width * b.height - a.width * a.height)
  return [...new Set(sorted.map(qualityName))]
}

/** The label of the Auto choice, with the quality that it picked once that is known. */
export const autoLabel = (playing: string | undefined) => (playing ? `Auto (${playing})` : 'Auto')
