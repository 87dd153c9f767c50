import type { Video } from '@vireo/contract'
import type { Account } from '../support/site.ts'
import { withVideos } from './videos.ts'

/** A person with a profile to visit. */
interface Owner extends Account {
  /** A public, an unlisted and a private video. */
  shown: Video
  unlisted: Video
  hidden: Video
}

export const withOwner = withVideos.extend<{ owner: Owner }>({
  owner: async ({ site }, use) => {
    const owner = await site.signUp({ fullname: 'Swift Owner' })
    const [shown, unlisted, hidden] = await site.addVideos(owner, [
      { title: 'For everyone' },
      { title: 'For friends', visibility: 'unlisted' },
      { title: 'For nobody', visibility: 'private' },
    ])
    if (shown && unlisted && hidden) await use({ ...owner, shown, unlisted, hidden })
  },
})
