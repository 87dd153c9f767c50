import { api, type Video } from '@vireo/contract'
import type { TestClient } from '../../server/test/app/client.ts'
import type { ClipName } from '../../server/test/content/clips.ts'
import { isFinished, uploadForm, waitForVideo } from '../../server/test/content/videos.ts'

/** Uploads a video with a thumbnail, and waits until it is completely processed. */
export async function uploadVideo(
  client: TestClient,
  title: string,
  clipName: ClipName,
  thumbnail: Uint8Array,
): Promise<Video> {
  const form = await uploadForm(clipName, { title }, thumbnail)
  const { status, data, message } = await client.call(api.videos.upload, { form })
  if (status !== 200) throw new Error(message)
  return waitForVideo(client, data._id, isFinished)
}
