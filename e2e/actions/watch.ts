import { expect, type Locator, type Page } from '@playwright/test'
import { api, type Comment, type Video } from '@vireo/contract'
import type { TestClient } from '../../server/test/app/client.ts'
import type { Account } from '../support/site.ts'
import { playback } from './player.ts'
import { withVideos } from './videos.ts'

const description = [
  'The first line, with <b>tags</b> & signs as typed.',
  '0:16 the second part, and 9:59 which is after the end',
  'Notes: https://example.org/a?b=1&c=2.',
  'A fourth line about #larks.',
  'The last line.',
].join('\n')

/** A person with videos to watch. */
export interface Stage extends Account {
  /** 24 seconds with sound, and a description of five lines. */
  film: Video
  /** One second long. */
  short: Video
}

export const withStage = withVideos.extend<{ stage: Stage; topic: Video }>({
  stage: async ({ site }, use) => {
    const owner = await site.signUp({ fullname: 'Lark Filmmaker' })
    const [short, film] = await site.addVideos(owner, [
      { title: 'A short one #brief' },
      { title: 'A film in two parts', description, clip: 'longFilm' },
    ])
    if (short && film) await use({ ...owner, film, short })
  },
  /** A video without comments. */
  topic: ({ stage: { short } }, use) => use(short),
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
