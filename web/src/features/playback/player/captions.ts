import type { PlayerSettings } from './engine/settings/settings.ts'

type Chosen = Pick<PlayerSettings, 'captionsLanguage' | 'captionsLabel'>

/** The track that was chosen last, else one in its language, else one in the browser's languages. */
export function pickTrack<T extends Pick<TextTrack, 'language' | 'label'>>(
  tracks: readonly T[],
  { captionsLanguage, captionsLabel }: Chosen,
  languages: readonly string[],
): T | undefined {
  const isSame = ({ language, label }: T) => language === captionsLanguage && label === captionsLabel
  for (const wanted of [captionsLanguage, ...languages]) {
    const matches = tracks.filter(({ language }) => baseOf(language) === baseOf(wanted))
    if (matches.length > 0) return matches.find(isSame) ?? matches[0]
  }
  return tracks[0]
}

/** 'pt' of 'pt-BR'. */
export const baseOf = (language: string) => language.split('-')[0]?.toLowerCase()

export function listTracks(media: HTMLVideoElement): TextTrack[] {
  return [...media.textTracks].filter(({ kind }) => kind === 'captions')
}

/** Shows one track or none. The state is in the element, where the controls read it. */
export function showTrack(media: HTMLVideoElement, shown: TextTrack | undefined) {
  for (const track of listTracks(media)) track.mode = track === shown ? 'showing' : 'disabled'
}
