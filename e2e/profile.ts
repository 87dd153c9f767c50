import type { Video } from '@vireo/contract'
import type { TestClient } from '../server/test/client.ts'
import type { Person } from './site.ts'
import { publishVideo, withVideos } from './videos.ts'

/** A person whose profile is visited; shared by the tests of a worker. */
interface Owner {
  person: Person
  client: TestClient
  /** A public, an unlisted and a private video. */
  shown: Video
  unlisted: Video
  hidden: Video
}

export const withOwner = withVideos.extend<object, { owner: Owner }>({
  owner: [
    async ({ site }, use) => {
      const { person, client } = await site.signUp({ fullname: 'Swift Owner' })
      const [shown, unlisted, hidden] = await Promise.all([
        publishVideo(client, { title: 'For everyone' }),
        publishVideo(client, { title: 'For friends', visibility: 'unlisted' }),
        publishVideo(client, { title: 'For nobody', visibility: 'private' }),
      ])
      await use({ person, client, shown, unlisted, hidden })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
