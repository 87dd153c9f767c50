import { request as send } from 'node:http'
import type { Page } from '@playwright/test'
import type { Serve } from './fixtures.ts'

/** Waits until the service worker handles the next page. */
export const whenInstalled = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state !== 'activated')
      await new Promise((resolve) => active?.addEventListener('statechange', resolve))
  })

/** Waits until the browser has replaced the service worker by the script that the site serves now. */
export const whenUpdated = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const { promise, resolve } = Promise.withResolvers<void>()
    registration.onupdatefound = () => {
      const { installing } = registration
      installing?.addEventListener('statechange', () => installing.state === 'activated' && resolve())
    }
    await registration.update()
    await promise
  })

type EditScript = (script: string) => string

/** Serves the site at another address, notes each request that arrives, and can change the service worker's script. */
export async function startFront(serve: Serve, origin: string) {
  const arrived: string[] = []
  let editScript: EditScript = (script) => script
  const port = await serve(async (request, response) => {
    const { url = '/', method, headers } = request
    arrived.push(url)
    if (url === '/sw.js') {
      const script = await (await fetch(new URL(url, origin))).text()
      return response.setHeader('content-type', 'text/javascript').end(editScript(script))
    }
    const forwarded = send(new URL(url, origin), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    request.pipe(forwarded)
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    /** How often each of these addresses was requested so far. */
    countRequests: (paths: string[]) =>
      paths.map((path) => [path, arrived.filter((url) => url === path).length]),
    setWorkerScript: (edit: EditScript) => {
      editScript = edit
    },
  }
}
