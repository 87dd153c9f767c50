import { writeFile } from 'node:fs/promises'
import { api, urlOf } from '@vireo/contract'
import type { Person } from '../site.ts'
import { test as base, expect } from '../test.ts'
import { type OtherBrowser, otherBrowsers } from './browsers.ts'
import { Tab } from './tab.ts'

interface Fixtures {
  otherBrowser: OtherBrowser
  tab: Tab
}

export const test = base.extend<Fixtures>({
  otherBrowser: [{ name: '', packages: '' }, { option: true }],
  tab: async ({ otherBrowser: { name, packages, launch }, site }, use, testInfo) => {
    test.skip(!launch, `${name} is not installed (Debian's packages: ${packages})`)
    if (!launch) return
    const driver = await launch()
    try {
      await driver.resize(1280, 800)
      const tab = new Tab(driver, site.origin)
      await tab.open('/robots.txt')
      // The next video does not start by itself, as in the tests with Chromium.
      await tab.run(() => localStorage.setItem('player', JSON.stringify({ isAutoplayOn: false })))
      await use(tab)
    } finally {
      if (testInfo.status !== testInfo.expectedStatus) {
        const path = testInfo.outputPath('screenshot.png')
        await writeFile(path, await driver.screenshot(), 'base64')
      }
      await driver.close()
    }
  },
  // Its errors are those of a page in Chromium, which these tests do not open.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  expectErrors: ({}, use) => use(() => {}),
})

/** Declares tests for each of the other browsers. */
export function inOtherBrowsers(declare: (browser: OtherBrowser) => void): void {
  for (const browser of otherBrowsers)
    test.describe(browser.name, () => {
      test.use({ otherBrowser: browser })
      declare(browser)
    })
}

/** Signs a person in without the form. */
export async function enterAs(tab: Tab, { username, password }: Person): Promise<void> {
  await tab.open('/robots.txt')
  const send = async (url: string, body: string) => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch(url, { method: 'POST', headers, body })).status
  }
  const status = await tab.run(send, urlOf(api.signIn.login, {}), JSON.stringify({ username, password }))
  if (status !== 200) throw new Error(`Signing in was answered with ${status}`)
}

/** The state of the <video> element, which owns the playback. */
export const playback = (tab: Tab) =>
  tab.run(() => {
    const media = document.querySelector('video')
    if (!media) return { time: 0, isPaused: true, height: 0, isHls: false }
    const { currentTime: time, paused: isPaused, videoHeight: height } = media
    // hls.js feeds the element through a blob address.
    return { time, isPaused, height, isHls: media.currentSrc.startsWith('blob:') }
  })

/** Expects a video in HLS to advance. */
export async function expectPlaying(tab: Tab): Promise<void> {
  const { time } = await playback(tab)
  await expect
    .poll(async () => {
      const { time: now, isHls } = await playback(tab)
      return isHls && now > time + 0.3
    })
    .toBe(true)
}
