/**
 * Plays; without sound if the browser allows only that.
 * muted: it plays, but silenced by us · refused: not even that · interrupted: someone else decided meanwhile
 */
export async function startPlaying(
  media: HTMLVideoElement,
): Promise<'playing' | 'muted' | 'refused' | 'interrupted'> {
  const answer = await tryToPlay(media)
  if (answer !== 'refused' || media.muted) return answer
  media.muted = true
  const silent = await tryToPlay(media)
  if (silent === 'playing') return 'muted'
  media.muted = false
  return silent
}

async function tryToPlay(media: HTMLVideoElement): Promise<'playing' | 'refused' | 'interrupted'> {
  try {
    await media.play()
    return 'playing'
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'interrupted'
  }
}
