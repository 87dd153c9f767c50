import type { Video } from '@vireo/contract'
import type { Account } from '../support/site.ts'
import { withVideos } from './videos.ts'

const rtl = 'طائر 🐦 '
export const longWord = 'Zilpzalp'.repeat(20)

/** A person with videos to search for. */
interface Library extends Account {
  /** One second long. */
  marsh: Video
  /** Four seconds long. */
  meadow: Video
}

export const withLibrary = withVideos.extend<{ library: Library }>({
  library: async ({ site }, use) => {
    const owner = await site.signUp({ fullname: 'Quetzal Librarian' })
    const [marsh, meadow] = await site.addVideos(owner, [
      {
        title: 'Bittern in the marsh',
        description: `${'Reeds and water. '.repeat(20)}It waits where the marshes end.`,
      },
      { title: 'Bittern over the meadow', clip: 'film' },
      { title: `${rtl}Bittern ${longWord}` },
    ])
    if (marsh && meadow) await use({ ...owner, marsh, meadow })
  },
})
