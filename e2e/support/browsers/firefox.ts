import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Driver, end, lineOf } from './driver.ts'

const preferences = {
  // As in the tests with Chromium: no animations, and sound starts without a click.
  'ui.prefersReducedMotion': 1,
  'media.autoplay.default': 0,
  // A mouse that hovers, which a Firefox without a screen does not have.
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  // The profile is new each time, and none of this belongs to a test.
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.translations.enable': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
}

/** Drives Firefox with WebDriver BiDi, which it speaks itself: JSON messages over a WebSocket. */
export async function launchFirefox(program: string): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'vireo-firefox-'))
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  await writeFile(join(profile, 'user.js'), lines.join(''))
  const args = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile]
  const firefox = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const close = async () => {
    await end(firefox)
    // Its own processes may still write for a moment.
    await rm(profile, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    const [, address] = await lineOf(firefox, 'stderr', /BiDi listening on (ws:\S+)/)
    return { ...(await openSession(`${address}/session`)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The commands that are used here, with the part of their result that is read. */
interface Results {
  'session.new': { capabilities: { browserVersion: string } }
  'browsingContext.create': { context: string }
  'browsingContext.captureScreenshot': { data: string }
  'script.callFunction':
    | { type: 'success'; result: { value?: string; sharedId?: string } }
    | { type: 'exception'; exceptionDetails: { text: string } }
  [other: string]: unknown
}

async function openSession(address: string): Promise<Omit<Driver, 'close'>> {
  const send = await connect(address)
  const { capabilities } = await send('session.new', { capabilities: {} })
  // Not the tab that is there, whose page does not get the focus.
  const { context } = await send('browsingContext.create', { type: 'tab' })

  const callFunction = async (functionDeclaration: string, json: string) => {
    const answer = await send('script.callFunction', {
      functionDeclaration,
      arguments: [{ type: 'string', value: json }],
      target: { context },
      awaitPromise: true,
    })
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
    return answer.result
  }
  return {
    version: `Firefox ${capabilities.browserVersion}`,
    open: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    call: async (source, args) => {
      const json = `async (json) => JSON.stringify(await (${source})(...JSON.parse(json)))`
      const { value } = await callFunction(json, JSON.stringify(args))
      return value === undefined ? undefined : JSON.parse(value)
    },
    perform: async (actions) => {
      await send('input.performActions', { context, actions })
    },
    chooseFile: async (source, args, path) => {
      const { sharedId } = await callFunction(
        `(json) => (${source})(...JSON.parse(json))`,
        JSON.stringify(args),
      )
      await send('input.setFiles', { context, element: { sharedId }, files: [path] })
    },
    screenshot: async () => (await send('browsingContext.captureScreenshot', { context })).data,
    resize: async (width, height) => {
      await send('browsingContext.setViewport', { context, viewport: { width, height } })
    },
  }
}

interface Answer {
  id?: number
  error?: string
  message?: string
  result?: unknown
}

async function connect(address: string) {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (answer: Answer) => void>()
  const ended = { error: 'ended', message: 'Firefox has ended' }
  socket.addEventListener('message', ({ data }) => {
    const answer: Answer = JSON.parse(data)
    // Messages without an id are events.
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  socket.addEventListener('close', () => {
    for (const answer of waiting.values()) answer(ended)
  })
  await once(socket, 'open')
  let count = 0
  return async <Method extends keyof Results>(method: Method, params: object): Promise<Results[Method]> => {
    count += 1
    const id = count
    socket.send(JSON.stringify({ id, method, params }))
    const { error, message, result } = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve)
    })
    waiting.delete(id)
    if (error) throw new Error(`${method}: ${error}, ${message}`)
    return result as Results[Method]
  }
}
