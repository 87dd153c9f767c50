import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { testPassword } from '../../../server/test/password.ts'
import { button, inside, label, link, role, Tab, text } from '../../support/browsers/tab.ts'
import { enterAs, expectPlaying, inOtherBrowsers, playback, test } from '../../support/browsers/test.ts'
import type { Serve } from '../../support/fixtures.ts'
import { embeddingPage } from '../../support/other-site.ts'
import { expect } from '../../support/test.ts'

inOtherBrowsers(({ name }) => {
  test('a visitor signs up with the mailed code', async ({ tab, site }) => {
    const form = role('form', 'Sign up')
    await tab.open('/')
    await tab.click(inside(role('banner'), link('Sign Up')))
    await tab.fill(inside(form, label('Full name')), 'Wren Songbird')
    await tab.fill(inside(form, label('Username')), 'wren.songbird')
    await tab.fill(inside(form, label('Email')), 'wren@example.org')
    await tab.click(inside(form, button('Send OTP')))
    await tab.sees(text('OTP sent to your email. Check your inbox.'))
    await site.runJobs()
    // The field has the focus, and the sixth digit submits the code.
    await tab.type(await site.mailbox.waitForCode('wren@example.org'))
    await tab.sees(text('Email verified'))
    await tab.type(testPassword)
    await tab.click(inside(form, button('Create account')))
    await tab.sees(button('Account menu'))
  })

  test('a video is paused, moved to, captioned and watched in full screen, with the pointer and with keys', async ({
    tab,
    captioned: { first },
    show,
  }) => {
    const player = role('region', 'Video player')
    const caption = () =>
      tab.run(() => {
        const tracks = [...(document.querySelector('video')?.textTracks ?? [])]
        const shown = tracks.filter(({ mode }) => mode === 'showing')
        return shown
          .flatMap(({ activeCues }) => [...(activeCues ?? [])])
          .map((cue) => (cue as VTTCue).getCueAsHTML().textContent)
          .join()
      })
    const isFullscreen = () => tab.run(() => document.fullscreenElement !== null)
    await tab.open(`/watch/${show._id}`)
    await expectPlaying(tab)
    await tab.sees(player)
    const middle = await tab.of(player, ([region]) => {
      const { left, top, width, height } = (region as HTMLElement).getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 3 }
    })
    await tab.moveTo(middle.x, middle.y)
    await tab.click(inside(player, button('Pause')))
    await expect.poll(async () => (await playback(tab)).isPaused).toBe(true)
    await tab.press('5')
    await expect.poll(async () => Math.round((await playback(tab)).time)).toBe(12)
    await tab.press('ArrowRight')
    await expect.poll(async () => Math.round((await playback(tab)).time)).toBe(17)
    await tab.press('k')
    await expectPlaying(tab)
    await tab.press('f')
    await expect.poll(isFullscreen).toBe(true)
    await expectPlaying(tab)
    await tab.press('f')
    await expect.poll(isFullscreen).toBe(false)
    await tab.press('0')
    await tab.moveTo(middle.x, middle.y + 1)
    await tab.click(inside(player, button('Settings')))
    await tab.click(inside(role('group', 'Quality'), text('240p')))
    await expect.poll(async () => (await playback(tab)).height).toBe(240)
    await expectPlaying(tab)

    await tab.open(`/watch/${first._id}`)
    await expectPlaying(tab)
    await tab.sees(inside(player, button('Captions')))
    await tab.run(() => document.querySelector('video')?.pause())
    await tab.press('3', 'c')
    await expect.poll(caption).toBe('Good morning & hello')
  })

  test('a video is saved to a new playlist, which plays', async ({ tab, site, show }) => {
    const { person } = await site.signUp()
    await enterAs(tab, person)
    await tab.open(`/watch/${show._id}`)
    await expectPlaying(tab)
    await tab.click(inside(role('group', 'Video actions'), button('More actions')))
    await tab.click(role('menuitem', 'Save to playlist'))
    const dialog = role('dialog', 'Save to playlist')
    await tab.click(inside(dialog, button('New playlist')))
    await tab.fill(inside(dialog, label('Name')), 'Birds')
    await tab.click(inside(dialog, button('Create')))
    await tab.sees(inside(dialog, role('checkbox', /Birds/)))
    await tab.press('Escape')
    await tab.lacks(dialog)
    await tab.open('/playlists')
    await tab.click(inside(role('list', 'Playlists'), text('Birds')))
    await tab.click(link('Play all'))
    await expectPlaying(tab)
    await tab.sees(role('region', 'Birds'))
  })

  test('an upload goes on after the connection was lost, and the video is published with a frame as its thumbnail', async ({
    tab,
    site,
    serve,
  }) => {
    const { person } = await site.signUp()
    const { origin, offsets } = await startBreakingFront(serve, site.origin)
    const front = new Tab(tab.driver, origin)
    await enterAs(front, person)
    await front.open('/upload-video')
    await front.chooseFile(label('Video file'), await holidayClip())
    await front.sees(role('radio', 'Frame 4 of 6'))
    await front.fill(label('Title'), 'A holiday')
    await front.click(button('Upload Video'))
    await front.sees(text('Video uploaded successfully!'))
    expect(offsets.length).toBeGreaterThan(1)
    expect(offsets[0]).toBe(0)
    expect(offsets.at(-1)).toBeGreaterThan(0)
    await site.runJobs()
    await front.open('/')
    await front.click(inside(role('list', 'Videos'), role('heading', 'A holiday')))
    await expectPlaying(front)
  })

  test('a passkey is offered, or the page says that the browser does not support them', async ({
    tab,
    site,
  }) => {
    const { person } = await site.signUp()
    // Passkeys do not work on an IP address.
    const local = new Tab(tab.driver, site.origin.replace('127.0.0.1', 'localhost'))
    const isOffered = name !== 'WebKitGTK'
    await enterAs(local, person)
    await local.open('/settings')
    const [offer, obstacle] = [button('Add a passkey'), text('This browser does not support passkeys.')]
    await local.sees(isOffered ? offer : obstacle)
    await local.lacks(isOffered ? obstacle : offer)
    // The same for push messages.
    if (!isOffered) await local.sees(text(/^This browser cannot show them/))
  })

  test('a page of another site shows the player and hears from it', async ({ tab, site, serve, show }) => {
    const port = await serve((_request, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(embeddingPage(`src="${site.origin}/embed/${show._id}"`)),
    )
    const other = new Tab(tab.driver, `http://localhost:${port}`)
    await other.open('/')
    const last = () =>
      other.run(() => {
        const { messages } = window as unknown as { messages: { event: string; state: { time: number } }[] }
        return messages.at(-1)
      })
    await expect.poll(async () => (await last())?.event).toBe('ready')
    await other.run(() => (window as unknown as { player: { play(): void } }).player.play())
    await expect.poll(async () => (await last())?.state.time).toBeGreaterThan(0.3)
  })

  test('without a connection the installed service worker shows a page that says so', async ({
    tab,
    site,
  }) => {
    await tab.open('/')
    await tab.run(async () => {
      await navigator.serviceWorker.ready
    })
    await site.stop()
    try {
      await tab.open('/tweets')
      await tab.sees(role('heading', /^(You are offline|Vireo can’t be reached)$/))
    } finally {
      await site.restart()
    }
    await tab.sees(role('heading', 'Tweets'))
  })
})

/** Two seconds in 2 MB, without the padding of `bulkyClip`, which GStreamer does not skip. */
async function holidayClip(): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'vireo-clip-')), 'holiday.mp4')
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=24:duration=2']
  const rate = [
    '-b:v',
    '8M',
    '-minrate',
    '8M',
    '-maxrate',
    '8M',
    '-bufsize',
    '8M',
    '-x264-params',
    'nal-hrd=cbr',
  ]
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...rate]
  await promisify(execFile)('ffmpeg', ['-loglevel', 'error', ...source, ...video, path])
  return path
}

/** Serves the site at another address and breaks off the first part of an upload in its middle. */
async function startBreakingFront(serve: Serve, origin: string) {
  const offsets: number[] = []
  const port = await serve((request, response) => {
    const { url = '/', method, headers } = request
    const forwarded = send(new URL(url, origin), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    if (method === 'PATCH') offsets.push(Number(headers['upload-offset']))
    if (method !== 'PATCH' || offsets.length > 1) return request.pipe(forwarded)
    let passed = 0
    request.on('data', (piece: Buffer) => {
      passed += piece.length
      forwarded.write(piece)
      if (passed < 1_000_000) return
      request.pause()
      forwarded.destroy()
      response.destroy()
    })
  })
  return { origin: `http://127.0.0.1:${port}`, offsets }
}
