import { limits } from '@vireo/contract'

export const videoAccept = 'video/*,.mkv,.avi,.mov,.flv,.mts,.m2ts'
export const thumbnailTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

type Chosen = Pick<File, 'size' | 'type'>

/**
 * The server inspects the file and decides; this only avoids uploads that it would refuse. Some systems have no type
 * for some videos (.mkv), so files of unknown type are accepted.
 */
export function videoProblem({ size, type }: Chosen): string | undefined {
  if (type && !type.startsWith('video/')) return 'This is not a video. Choose another file.'
  if (size === 0) return 'This file is empty. Choose another one.'
  if (size > limits.videoBytes) return 'This video is larger than 2GB. Choose a smaller one.'
}

export function thumbnailProblem({ size, type }: Chosen): string | undefined {
  if (!thumbnailTypes.includes(type)) return 'This is not a PNG or JPG picture. Choose another one.'
  if (size > limits.thumbnailBytes) return 'This picture is larger than 5MB. Choose a smaller one.'
}
