import { api, type Tweet } from '@vireo/contract'
import { insertTweet } from '../../src/features/publishing/tweets/tweets.queries.ts'
import { newId } from '../../src/lib/ids.ts'
import { newToken } from '../../src/lib/security/tokens.ts'
import type { TestApp } from '../app/app.ts'
import type { TestClient } from '../app/client.ts'
import { picture } from './pictures.ts'

interface Overrides {
  ownerId?: string
  content?: string
}

/** Inserts a tweet without files: for tests that load no image. */
export async function addTweet(app: TestApp, overrides: Overrides = {}) {
  const { sql, clock } = app.context
  const ownerId = overrides.ownerId ?? (await app.createPerson()).id
  const tweet = {
    id: newId(),
    owner_id: ownerId,
    content: overrides.content ?? 'A tweet',
    folder: `tweets/${newToken()}`,
  }
  const image = { position: 1, width: 640, height: 480, alt: '', placeholder: 'data:image/webp;base64,' }
  await insertTweet(sql, tweet, [image], clock.now())
  return { tweetId: tweet.id, ownerId }
}

/** A form as the create page sends it, without undefined fields. */
export function tweetForm(fields: Record<string, string | undefined>, images: Uint8Array[]): FormData {
  const form = new FormData()
  // The files are the first fields, because the order of the fields must not matter.
  for (const bytes of images) form.append('image', new File([new Uint8Array(bytes)], 'picture.png'))
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
  return form
}

export const smallPicture = () => picture(64, 48).png().toBuffer()

/** Posts a tweet through the API. */
export async function postTweet(
  client: TestClient,
  content = 'Hello',
  images?: Uint8Array[],
): Promise<Tweet> {
  const form = tweetForm({ content }, images ?? [await smallPicture()])
  const answer = await client.call(api.tweets.create, { form })
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.message}`)
  return answer.data.tweet
}
