import { limits, tweetMessages, tweetRule } from '@vireo/contract'
import { createDraftStore } from '../../../lib/forms/drafts.ts'
import type { Problems } from '../../../lib/forms/use-field-errors.ts'
import { pictureProblem } from '../../../lib/forms/use-picture-choice.ts'

export type DraftImage = { key: string; file: Blob; name: string; alt: string }
export type Draft = { content: string; images: DraftImage[] }
type DraftField = 'content' | 'images'

export const emptyDraft: Draft = { content: '', images: [] }
const isEmpty = ({ content, images }: Draft) => !content && images.length === 0

export const draftStore = createDraftStore<Draft>({ form: 'create-tweet', empty: emptyDraft, isEmpty })

let added = 0

/** Adds the acceptable files; `problem` is why others were refused. */
export function addImages(images: DraftImage[], files: File[]): { images: DraftImage[]; problem?: string } {
  const problems = files.map((file) => pictureProblem(file, limits.tweetImageBytes))
  const good = files.filter((_, index) => !problems[index])
  const all = [...images, ...good.map(toDraftImage)]
  const tooMany = all.length > limits.tweetImages ? tweetMessages.tooManyImages : undefined
  const problem = problems.find(Boolean) ?? tooMany
  return { images: all.slice(0, limits.tweetImages), ...(problem && { problem }) }
}

function toDraftImage(file: File): DraftImage {
  // Unique even among images of a draft from another visit.
  return { key: `${Date.now()}-${++added}`, file, name: file.name, alt: '' }
}

export function problemsOf({ content, images }: Draft): Problems<DraftField> {
  return {
    content: tweetRule(content),
    images: images.length > 0 ? undefined : tweetMessages.imageRequired,
  }
}

/** The missing parts. `problemsOf` checks whether the rest is valid. */
export function missingOf({ content, images }: Draft): string[] {
  const missing = [!content.trim() && 'some text', images.length === 0 && 'a photo']
  return missing.filter((name) => name !== false)
}

const longestName = 40

/** The beginning of the text. */
export function nameOf({ content }: Draft): string | undefined {
  const name = content.trim()
  return name.length > longestName ? `${name.slice(0, longestName).trimEnd()}…` : name || undefined
}
