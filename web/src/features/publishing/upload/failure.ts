import { ApiError } from '../../../lib/api-client.ts'
import { refusalMessageOf } from '../../../lib/forms/error-message.ts'
import { UnreadableFileError } from './transfer/transfer.ts'

const failed = 'Failed to upload video. Please try again!'

/** Why a video could not be sent or published. */
export function describeFailure(error: unknown): string {
  if (error instanceof UnreadableFileError) return 'The video file can’t be read any more. Choose it again.'
  if (!(error instanceof ApiError)) return 'Something went wrong.'
  return refusalMessageOf(error, failed)
}
