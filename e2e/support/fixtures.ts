import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import {
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test'
import type { default as Axe, RunOptions } from 'axe-core'
import type { TestClient } from '../../server/test/app/client.ts'
import { newAddress, type Person, type Site, startSite } from './site.ts'
import { recordToasts } from './toasts.ts'

/** The minified build, because it is loaded into pages dozens of times. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Starts a server at 127.0.0.1 and returns its port. */
export type Serve = (answer: RequestListener) => Promise<number>

interface TestFixtures {
  /** The worker's site, without any data of earlier tests. */
  site: Site
  /**
   * A person signed in on `page`, with an API client in their name. Tests that only need somebody signed in use
   * `signedIn: _`.
   */
  signedIn: Person & { client: TestClient }
  /** Whether the next video starts by itself. Off by default: a test may stay on a page longer than its video lasts. */
  isAutoplayOn: boolean
  /** Declares console errors that this test causes on purpose. */
  expectErrors: (pattern: RegExp) => void
  /** Starts a server beside the site, which is closed after the test. */
  serve: Serve
}

export const withSite = base.extend<TestFixtures, { startedSite: Site }>({
  startedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
    async ({}, use) => {
      const site = await startSite({ role: 'api' })
      await use(site)
      await site.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  site: async ({ startedSite }, use) => {
    await startedSite.empty()
    await use(startedSite)
  },
  baseURL: ({ site }, use) => use(site.origin),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  extraHTTPHeaders: ({}, use) => use({ 'x-forwarded-for': newAddress() }),
  isAutoplayOn: [false, { option: true }],
  context: async ({ context, isAutoplayOn }, use) => {
    await context.addInitScript((settings) => {
      // Not in frames, where the browser may block storage.
      if (window === top && location.protocol === 'http:' && !localStorage.getItem('player'))
        localStorage.setItem('player', settings)
    }, JSON.stringify({ isAutoplayOn }))
    await recordToasts(context)
    await use(context)
  },
  page: async ({ page }, use) => {
    const route = page.route.bind(page)
    page.route = async (...args) => {
      await dropPageData(page)
      return route(...args)
    }
    await use(page)
  },
  expectErrors: [
    async ({ page }, use) => {
      const expected: RegExp[] = []
      const errors: string[] = []
      const pages = new Set<string>()
      page.on('request', (request) => request.isNavigationRequest() && pages.add(request.url()))
      page.on('console', (message) => {
        if (message.type() === 'error' && !isMissingPage(message, pages) && !isUnreachableWorker(message))
          errors.push(message.text())
      })
      page.on('pageerror', (error) => errors.push(String(error)))
      await use((pattern) => expected.push(pattern))
      // Requests that are still running at the end of a test are not failures.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(errors.filter((error) => !expected.some((pattern) => pattern.test(error)))).toEqual([])
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern
  serve: async ({}, use) => {
    const servers: Server[] = []
    await use(async (answer) => {
      const server = createServer(answer)
      servers.push(server)
      await once(server.listen(0, '127.0.0.1'), 'listening')
      return (server.address() as AddressInfo).port
    })
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  },
  signedIn: async ({ site, page, baseURL }, use) => {
    const { person, client } = await site.signUp()
    const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url: baseURL ?? site.origin }))
    await page.context().addCookies(cookies)
    await use({ ...person, client })
  },
})

/** The browser also logs it when the page itself has the status 404, which tests check on the page. */
const isMissingPage = (message: ConsoleMessage, pages: Set<string>) =>
  /status of 404/.test(message.text()) && pages.has(message.location().url)

/** In tests without a connection or a server, the browser may request the service worker's script just then. */
const isUnreachableWorker = (message: ConsoleMessage) =>
  /^(An unknown error occurred|A bad HTTP response code \(503\) was received) when fetching the script\.$/.test(
    message.text(),
  )

/** Tests that mock calls need a page that makes them, without the answers in its document. */
export const dropPageData = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver(() => document.getElementById('page-data')?.remove()).observe(document, {
      childList: true,
      subtree: true,
    })
  })

/**
 * Opens a page and expects it to show this content without an API call. A document lacks its data if they could not be
 * read in time, as on a busy machine, so this is retried.
 */
export async function openWithoutCalls(page: Page, path: string, content: Locator): Promise<void> {
  const calls: string[] = []
  const note = (request: Request) => {
    const { pathname } = new URL(request.url())
    // Comments are loaded after the first frame of a video.
    if (request.method() === 'GET' && /^\/api\/(?!.*\/comment\/)/.test(pathname)) calls.push(pathname)
  }
  page.on('request', note)
  await expect(async () => {
    calls.length = 0
    await page.goto(path)
    await expect(content).toBeVisible()
    expect(calls).toEqual([])
  }).toPass()
  page.off('request', note)
}

/** Fails on serious problems that axe finds in the current page, in its current theme. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // Loaded once per document, because loading takes most of the time.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  expect(await page.evaluate(findSeriousProblems, rules)).toEqual([])
}

async function findSeriousProblems(rules?: string[]): Promise<string[]> {
  const { axe: loaded } = window as unknown as { axe: typeof Axe }
  const options: RunOptions = {
    resultTypes: ['violations'],
    iframes: false,
    ...(rules && { runOnly: rules }),
  }
  const { violations } = await loaded.run(document, options)
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
}

type Theme = 'dark' | 'light'
export const themes: Theme[] = ['dark', 'light']

/** Stores this theme as if the person had chosen it on an earlier visit. */
export async function useTheme(page: Page, theme: Theme): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
}
