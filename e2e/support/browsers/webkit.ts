import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../../server/src/lib/net/free-port.ts'
import { type Driver, end, lineOf } from './driver.ts'

/** The programs of WebKitGTK: its driver, the small browser that it starts, and a screen for that. */
export interface WebKitPrograms {
  driver: string
  browser: string
  screen: string
}

/** Drives WebKitGTK with WebDriver, in its older form: JSON over HTTP. */
export async function launchWebKit({ driver, browser, screen }: WebKitPrograms): Promise<Driver> {
  const programs: ChildProcess[] = []
  let endSession = async () => {}
  const close = async () => {
    await endSession()
    for (const program of programs.reverse()) await end(program)
  }
  try {
    const xvfb = spawn(screen, ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    programs.push(xvfb)
    const [, display] = await lineOf(xvfb, 'stdout', /(\d+)\n/)
    const port = await findFreePort()
    const env = { ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: 'x11', WAYLAND_DISPLAY: '' }
    programs.push(spawn(driver, [`--port=${port}`], { env, stdio: 'ignore' }))
    const send = client(`http://127.0.0.1:${port}`)
    await answering(send)
    const session = await send<Session>('POST', '/session', {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
      },
    })
    const path = `/session/${session.sessionId}`
    endSession = () => send('DELETE', path)
    const version = `WebKitGTK ${session.capabilities.browserVersion}`
    return { ...commands((method, name, body) => send(method, path + name, body)), version, close }
  } catch (error) {
    await close()
    throw error
  }
}

interface Session {
  sessionId: string
  capabilities: { browserVersion: string }
}

type Send = <Result>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Result>

function commands(send: Send): Omit<Driver, 'version' | 'close'> {
  const execute = <Result>(script: string, args: readonly unknown[]) =>
    send<Result>('POST', '/execute/sync', { script, args: [JSON.stringify(args)] })
  return {
    open: (url) => send('POST', '/url', { url }),
    call: async (source, args) => {
      const json = `return (async (json) => JSON.stringify(await (${source})(...JSON.parse(json))))(arguments[0])`
      const value = await execute<string | null>(json, args)
      return value === null ? undefined : JSON.parse(value)
    },
    perform: (actions) => send('POST', '/actions', { actions }),
    chooseFile: async (source, args, path) => {
      const element = await execute<Record<string, string>>(
        `return (${source})(...JSON.parse(arguments[0]))`,
        args,
      )
      await send('POST', `/element/${Object.values(element)[0]}/value`, { text: path })
    },
    screenshot: () => send('GET', '/screenshot'),
    resize: async (width, height) => {
      await send('POST', '/window/rect', { x: 0, y: 0, width, height })
    },
  }
}

interface Failure {
  error: string
  message: string
}

function client(origin: string): Send {
  return async (method, path, body) => {
    const answer = await fetch(origin + path, { method, body: body && JSON.stringify(body) })
    const { value } = (await answer.json()) as { value: Failure }
    if (!answer.ok) throw new Error(`${path}: ${value.error}, ${value.message}`)
    return value as never
  }
}

async function answering(send: Send): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await send('GET', '/status')
    } catch (error) {
      if (tries > 300) throw error
      await sleep(100)
    }
  }
}
