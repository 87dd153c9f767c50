import type { Captions } from '@vireo/contract'
import { languageNameOf, makeLabelsUnique } from '../../../../media/captions/captions-text.ts'
import type { VideoRow } from '../videos.queries.ts'

export type StoredCaptions = Pick<VideoRow, 'captions' | 'caption_files'>

export type ListedCaptions = Omit<Captions, 'url'> & {
  /** The file, below the video's folder. */
  path: string
  /** The part to remove from the storage with them: that file, or the folder that contains only that file. */
  part: string
}

/** All captions of a video: from its source, then added by its owner. */
export function listCaptions({ captions, caption_files }: StoredCaptions): ListedCaptions[] {
  return makeLabelsUnique([
    ...(captions ?? []).map(({ file, language, label }) => ({
      _id: file.replace(/\.vtt$/, ''),
      language,
      label,
      path: `extras/${file}`,
      part: `extras/${file}`,
    })),
    ...caption_files.map(({ folder, language, name }) => ({
      _id: folder,
      language,
      label: name || languageNameOf(language),
      path: `${folder}/captions.vtt`,
      part: folder,
    })),
  ])
}
