import type { Video } from '@vireo/contract'
import type { TestClient } from '../server/test/client.ts'
import { smallFilm } from './films.ts'
import type { Person } from './site.ts'
import { publishVideo, withVideos } from './videos.ts'

const rtl = 'طائر 🐦 '
export const longWord = 'Zilpzalp'.repeat(20)

/** A person with videos to search for; shared by the tests of a worker. */
interface Library {
  person: Person
  client: TestClient
  /** One second long. */
  marsh: Video
  /** Four seconds long. */
  meadow: Video
}

export const withLibrary = withVideos.extend<object, { library: Library }>({
  library: [
    async ({ site }, use) => {
      const { person, client } = await site.signUp({ fullname: 'Quetzal Librarian' })
      const [marsh, meadow] = await Promise.all([
        publishVideo(client, {
          title: 'Bittern in the marsh',
          description: `${'Reeds and water. '.repeat(20)}It waits where the marshes end.`,
        }),
        publishVideo(client, { title: 'Bittern over the meadow', file: await smallFilm(4) }),
        publishVideo(client, { title: `${rtl}Bittern ${longWord}` }),
      ])
      await use({ person, client, marsh, meadow })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
