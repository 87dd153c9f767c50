import type { Video } from '@vireo/contract'

/** Sharp enough for the largest card; anything above is bytes for nothing. */
const enoughLines = 360

type Previewed = Pick<Video, 'preview' | 'videofile' | 'renditions'>

/** The lightest file with sound that still looks well on a card. Renditions come best first. */
export function soundSource({ videofile, renditions }: Previewed): string | null {
  const light = renditions.findLast(({ width, height }) => Math.min(width, height) >= enoughLines)
  return light?.url ?? renditions.at(-1)?.url ?? videofile
}

/** The short silent clip, or while that is still being made, the video itself. */
export function pictureSource(video: Previewed): string | null {
  return video.preview ?? soundSource(video)
}
