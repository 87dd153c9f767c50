import { limits } from '../../limits.ts'
import type { Rule } from '../core/rule.ts'

export const videoTitleRule: Rule = (value) => {
  if (!value.trim()) return 'Video title is required'
  if (value.trim().length > limits.videoTitleLength)
    return `Video title must be at most ${limits.videoTitleLength} characters`
}

export const videoDescriptionRule: Rule = (value) => {
  if (value.length > limits.videoDescriptionLength)
    return `Description must be at most ${limits.videoDescriptionLength} characters`
}

export const captionsNameRule: Rule = (value) => {
  if ([...value.trim()].length > limits.captionsNameLength)
    return `The name must be at most ${limits.captionsNameLength} characters`
}

export const uploadMessages = {
  noRoom: 'There is not enough room on the server for this video',
  videoRequired: 'Video file is required',
  thumbnailRequired: 'Thumbnail is required',
  captionsRequired: 'Caption file is required',
} as const
