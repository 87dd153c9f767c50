import { limits } from '../limits.ts'
import type { Rule } from './accounts.ts'

export const videoTitleRule: Rule = (value) => {
  if (!value.trim()) return 'Video title is required'
  if (value.trim().length > limits.videoTitleLength)
    return `Video title must be at most ${limits.videoTitleLength} characters`
}

export const videoDescriptionRule: Rule = (value) => {
  if (value.length > limits.videoDescriptionLength)
    return `Description must be at most ${limits.videoDescriptionLength} characters`
}

export const uploadMessages = {
  videoRequired: 'Video file is required',
  thumbnailRequired: 'Thumbnail is required',
} as const
