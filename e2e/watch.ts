import { expect, type Locator, type Page } from '@playwright/test'
import { api, type Comment, pageSize, type Video } from '@vireo/contract'
import { TestClient } from '../server/test/client.ts'
import { smallFilm } from './films.ts'
import { playback } from './player.ts'
import type { Person } from './site.ts'
import { publishVideo, withVideos } from './videos.ts'

const description = [
  'The first line, with <b>tags</b> & signs as typed.',
  '0:16 the second part, and 9:59 which is after the end',
  'Notes: https://example.org/a?b=1&c=2.',
  'A fourth line about #larks.',
  'The last line.',
].join('\n')

/** A person with videos to watch; shared by the tests of a worker. */
export interface Stage {
  person: Person
  client: TestClient
  /** 24 seconds with sound, and a description of five lines. */
  film: Video
  /** One second long. */
  short: Video
}

export const withStage = withVideos.extend<{ topic: Video }, { stage: Stage }>({
  stage: [
    async ({ site }, use) => {
      const { person, client } = await site.signUp({ fullname: 'Lark Filmmaker' })
      const short = await publishVideo(client, { title: 'A short one #brief' })
      const film = await publishVideo(client, {
        title: 'A film in two parts',
        description,
        file: await smallFilm(24),
      })
      await use({ person, client, film, short })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  /** A video without comments: those of previous tests are deleted by their authors. */
  topic: async ({ site, stage: { short } }, use) => {
    const { data } = await new TestClient(site.origin).call(api.comments.listOfVideo, {
      params: { videoId: short._id },
      query: { limit: pageSize.max },
    })
    for (const { _id, owner } of data.comments) {
      const params = { commentId: _id }
      const removed = await site.clientOf(owner.username)?.call(api.comments.removeFromVideo, { params })
      expect(removed?.status).toBe(200)
    }
    await use(short)
  },
})

export const title = (page: Page): Locator => page.getByRole('main').getByRole('heading', { level: 1 })

/** The menu of the video that is playing; each related video has its own. */
export const menuButton = (page: Page): Locator =>
  page.getByRole('group', { name: 'Video actions' }).getByRole('button', { name: 'More actions' })

/** The position in seconds, or 0 while there is no player. */
export const timeOf = (page: Page): Promise<number> =>
  playback(page).then(
    ({ time }) => time,
    () => 0,
  )

/** Expects the position to advance. */
export async function expectPlaying(page: Page): Promise<void> {
  const from = await timeOf(page)
  await expect.poll(() => timeOf(page), { intervals: [50] }).toBeGreaterThan(from + 0.2)
}

export async function addComment(
  client: TestClient,
  videoId: string,
  comment: string,
  parentId?: string,
): Promise<Comment> {
  const body = { comment, ...(parentId && { parentId }) }
  const { status, data, message } = await client.call(api.comments.addToVideo, { params: { videoId }, body })
  if (status !== 200) throw new Error(message)
  return data.comment
}
