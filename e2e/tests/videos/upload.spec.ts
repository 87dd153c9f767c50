import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { api } from '@vireo/contract'
import { clip } from '../../../server/test/content/clips.ts'
import { expectNoSidewaysScroll, signIn } from '../../actions/account.ts'
import {
  bulkyClip,
  fillForm,
  form,
  isPart,
  limitUpload,
  openForm,
  openSlowForm,
  percentOf,
  picture,
  uploadPartly,
  watchOffsets,
} from '../../actions/upload.ts'
import { countDraftsSetAside, forgetDrafts, hasSubmittedDraft } from '../../support/drafts.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'
import { expectNoToast, expectToast } from '../../support/toasts.ts'

/** The web sends files in pieces of this size. */
const pieceBytes = 20 * 1024 * 1024

// Real files over a slow connection, on a machine that may be busy with other tests.
const soon = { timeout: 30_000 }

test.describe('the form', () => {
  test.beforeEach(async ({ page, signedIn: _ }) => {
    await page.goto('/upload-video')
    await expect(form(page).video).toBeAttached()
  })

  test('shows which fields are missing, offers frames of the video as thumbnails, and can be sent only when it is complete', async ({
    page,
  }) => {
    const { video, title, thumbnail, submit, button } = form(page)
    await expect(page.getByText('MP4, AVI, MOV up to 2GB')).toBeVisible()
    await expect(page.getByText('PNG, JPG up to 5MB')).toBeVisible()
    await expect(submit).toBeDisabled()
    await title.press('Enter')
    await expect(page.getByText('Video file is required')).toBeVisible()
    await expect(page.getByText('Video title is required')).toBeVisible()
    await expect(page.getByText('Thumbnail is required')).toBeVisible()

    await video.setInputFiles(await clip('landscape'))
    await expect(page.getByLabel(/^Preview of landscape/)).toHaveJSProperty('videoWidth', 640)
    await expect(page.getByRole('radio', { name: /^Frame/ })).toHaveCount(6, soon)
    // Both are suggestions: the file's name, and a frame from the middle.
    await expect(title).toHaveValue(/^landscape/)
    await expect(page.getByRole('radio', { name: 'Frame 4 of 6' })).toBeChecked()
    await page.getByRole('radio', { name: 'Frame 3 of 6' }).check()
    const preview = page.getByAltText('Preview of the thumbnail')
    await expect(preview).toHaveJSProperty('naturalWidth', 640)
    await title.fill('  ')
    await expect(submit).toBeDisabled()
    await title.fill('A title')
    await expect(submit).toBeEnabled()
    await button('Remove video').click()
    await expect(page.getByText('Video file is required')).toBeVisible()
    await expect(video).toBeFocused()
    await expect(submit).toBeDisabled()
    // A frame must not stay as the thumbnail of another video.
    await expect(preview).toBeHidden()
    await thumbnail.setInputFiles(picture)
    await expect(page.getByText('Thumbnail is required')).toBeHidden()
    await button('Remove thumbnail').click()
    await expect(page.getByText('Thumbnail is required')).toBeVisible()

    await video.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
    await expect(page.getByText('This is not a video. Choose another file.')).toBeVisible()
    await title.fill('x'.repeat(201))
    await title.blur()
    await expect(page.getByText('Video title must be at most 200 characters')).toBeVisible()
  })

  test('accepts a dropped file that the browser cannot play, and can be restored after it was cleared, even after a reload', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await dropUnplayableFile(page)
    const { title, description, video, submit, button } = form(page)
    // Its thumbnail is taken from the video, by the server, which offers frames.
    await expect(submit).toBeEnabled()
    await expect(page.getByRole('radio', { name: 'Frame 2 of 6' })).toBeAttached(soon)
    await expect(page.getByText('Without a choice, the thumbnail is taken from the video.')).toBeVisible()
    await page.getByRole('radio', { name: 'Frame 2 of 6' }).check()
    await expect(page.getByAltText('Preview of the thumbnail')).toBeVisible()
    await title.fill('A walk')
    await description.fill('Along the river')
    await page.getByRole('radio', { name: 'Unlisted' }).check()
    await form(page).thumbnail.setInputFiles(picture)
    await video.setInputFiles(await clip('landscape'))
    await expect(page.getByText('The video is published when you press Upload Video.')).toBeVisible(soon)
    await button('Clear Form').click()
    await expect(title).toHaveValue('')
    await expect(page.getByText('Your draft “A walk” is kept.')).toBeVisible()
    await title.press('Enter')
    await expect(page.getByText('Thumbnail is required')).toBeVisible()
    await expectAccessible(page)
    await button('Restore draft').click()
    await expect(title).toHaveValue('A walk')
    await expect(page.getByLabel(/^Preview of landscape/)).toBeVisible()
    await button('Clear Form').click()
    await expect(title).toHaveValue('')
    await expect.poll(() => countDraftsSetAside(page)).toBe(1)

    await page.reload()
    await button('Restore draft').click()
    await expect(title).toHaveValue('A walk')
    await expect(description).toHaveValue('Along the river')
    await expect(page.getByRole('radio', { name: 'Unlisted' })).toBeChecked()
    await expect(page.getByAltText('Preview of the thumbnail')).toHaveJSProperty('naturalWidth', 512)
    await expect(page.getByText(/^Choose the same file again to continue 'landscape/)).toBeVisible()

    // Typed just before the page is left.
    await title.fill('A longer walk')
    await page.reload()
    await expect(title).toHaveValue('A longer walk')
  })

  async function dropUnplayableFile(page: Page) {
    const bytes = await readFile(await clip('interlaced'), 'base64')
    const dataTransfer = await page.evaluateHandle((base64) => {
      const transfer = new DataTransfer()
      const content = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
      transfer.items.add(new File([content], 'tape.avi', { type: 'video/x-msvideo' }))
      return transfer
    }, bytes)
    const zone = page.locator('[data-over]')
    await form(page).video.dispatchEvent('dragenter', { dataTransfer })
    await expect(zone).toHaveCount(1)
    await form(page).video.dispatchEvent('drop', { dataTransfer })
    await expect(zone).toHaveCount(0)
    await expect(page.getByText('tape.avi')).toBeVisible()
    await expect(page.getByText('You can upload it all the same.')).toBeVisible()
  }
})

test('a video is sent while the form is filled in, with a moving progress bar, and the processed video plays', async ({
  page,
  site,
  signedIn,
}) => {
  await page.addInitScript(() => {
    const seen: number[] = []
    Object.assign(window, { seen })
    new MutationObserver((records) => {
      for (const { target } of records)
        if (target instanceof Element && target.ariaLabel?.startsWith('Upload of'))
          seen.push(Number(target.ariaValueNow))
    }).observe(document, { subtree: true, attributeFilter: ['aria-valuenow'] })
  })
  await page.goto('/upload-video')
  await form(page).title.fill('Another video')
  await form(page).button('Clear Form').click()
  await expect(form(page).button('Restore draft')).toBeEnabled()
  await expect.poll(() => countDraftsSetAside(page)).toBe(1)
  await openSlowForm(page, { title: 'A holiday', file: await bulkyClip() })
  await expect.poll(() => percentOf(page), soon).toBeGreaterThan(0)
  await expect(form(page).button('Remove video')).toBeEnabled()
  await page.getByRole('radio', { name: 'Frame 2 of 6' }).check()
  await form(page).description.fill('By the sea')
  const srt = Buffer.from('1\n00:00:00,000 --> 00:00:01,000\nWaves')
  await page
    .getByLabel('Choose file: Captions')
    .setInputFiles({ name: 'holiday.fr.srt', mimeType: 'text/plain', buffer: srt })
  await expect(page.getByRole('list', { name: 'Captions of this video' })).toContainText('holiday.fr.srt')
  await form(page).submit.click()
  await expect(form(page).button('Uploading...')).toBeDisabled()
  await expect(form(page).button('Clear Form')).toBeDisabled()
  await expect(form(page).button('Remove video')).toBeDisabled()
  // Restoring would end this upload, and the form would wait for it for ever.
  await expect(form(page).button('Restore draft')).toBeDisabled()
  await expect(page.getByText(/ of .* MB · .* KB\/s · .* left$/)).toBeVisible()
  await limitUpload(page, 300_000)

  await expectToast(page, 'Video uploaded successfully!', soon)
  await expect(page).toHaveURL('/')
  const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen)
  expect(seen.length).toBeGreaterThan(2)
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
  expect(seen.at(-1)).toBe(100)

  // The owner sees the progress of processing.
  const status = page.getByRole('region', { name: 'Your videos in processing' })
  await expect(status.getByText('Processing "A holiday"')).toBeVisible()
  // Shown for ten seconds, while pictures of the video are still being made.
  await Promise.all([site.runJobs(), expect(status.getByText('"A holiday" is ready')).toBeVisible()])

  const { data: me } = await (await page.request.get('/api/v1/user/current-user')).json()
  expect(me.username).toBe(signedIn.username)
  const { data } = await (await page.request.get(`/api/v1/video/?userId=${me._id}`)).json()
  expect(data.docs).toMatchObject([{ title: 'A holiday', description: 'By the sea', visibility: 'public' }])
  expect((await page.request.get(data.docs[0].thumbnail)).ok()).toBe(true)
  const { data: video } = await (await page.request.get(`/api/v1/video/id/${data.docs[0]._id}`)).json()
  expect(video.captions).toMatchObject([{ language: 'fr', label: 'French' }])
  expect(await (await page.request.get(video.captions[0].url)).text()).toContain('Waves')
  const played = await page.evaluate(async (src) => {
    const video = Object.assign(document.createElement('video'), { src, muted: true })
    document.body.append(video)
    await video.play()
    await new Promise((resolve) => video.addEventListener('ended', resolve))
    return { time: video.currentTime, frames: video.getVideoPlaybackQuality().totalVideoFrames }
  }, data.docs[0].videofile)
  expect(played.time).toBeGreaterThan(1)
  expect(played.frames).toBeGreaterThan(0)
})

test.describe('an upload that is interrupted', () => {
  const homeLink = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Home' })
  // The address changes before the page does; going back earlier would find the form, or its upload still running.
  const expectHome = (page: Page) =>
    page.getByRole('heading', { name: 'Home' }).waitFor({ state: 'attached' })
  const expectPublished = async (page: Page) => {
    await limitUpload(page, null)
    await expectToast(page, 'Video uploaded successfully!', soon)
    await expect(page).toHaveURL('/')
  }

  test('can be cancelled, paused and resumed, and publishes one video even when the first response to publishing is lost', async ({
    page,
    signedIn: { client },
    expectErrors,
  }) => {
    expectErrors(/status of 404|ERR_CONNECTION_CLOSED/)
    await page.setViewportSize({ width: 320, height: 700 })
    const { button, submit, title } = form(page)
    const created = page.waitForResponse((response) => response.status() === 201)
    await openSlowForm(page, { title: 'A holiday', file: await bulkyClip() })
    await uploadPartly(page)
    const address = (await created).headers().location ?? ''
    // It could be complete before the question is answered.
    await button('Cancel').click()
    await expect(page.getByText('Paused', { exact: true })).toBeVisible()
    await button('Go on uploading').click()
    await expect(page.getByText('Uploading', { exact: true })).toBeVisible()
    // Cancelling removes it from the server, but not from the form.
    await button('Cancel').click()
    const forgotten = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await button('Cancel upload').click()
    await forgotten
    expect((await page.request.head(address, { headers: { 'tus-resumable': '1.0.0' } })).status()).toBe(404)
    await expect(title).toHaveValue('A holiday')
    await expect(submit).toBeEnabled()
    await expect(submit).toBeFocused()

    const offsets = watchOffsets(page)
    await uploadPartly(page)
    await pauseAndEdit(page)
    const answers = await loseFirstAnswer(page)
    await submit.click()
    await expectPublished(page)
    expect(offsets).toEqual([0, expect.any(Number)])
    expect(offsets[1]).toBeGreaterThan(0)
    expect(answers()).toBe(2)
    const { data: me } = await client.call(api.accounts.currentUser)
    const { data } = await client.call(api.videos.list, { query: { userId: me._id } })
    expect(data.docs.map((video) => video.title)).toEqual(['A better title'])
  })

  async function pauseAndEdit(page: Page) {
    const { title, button } = form(page)
    await expect(page.getByRole('radio', { name: /^Frame/ })).toHaveCount(6, soon)
    const broken = page.waitForEvent('requestfailed', isPart)
    await button('Pause').click()
    await broken
    await expect(page.getByText('Paused', { exact: true })).toBeVisible()
    await expect(button('Resume')).toBeFocused()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    // The form can be edited during the upload; if it is invalid at the end, the form and the uploaded bytes are kept.
    await title.fill('')
    await limitUpload(page, null)
    await button('Resume').click()
    await expect(page.getByText('Video title is required')).toBeVisible(soon)
    await expect(title).toBeFocused()
    await title.fill('A better title')
  }

  /** Aborts the first answer to publishing. The returned function counts the answers. */
  async function loseFirstAnswer(page: Page): Promise<() => number> {
    const line = await page.context().newCDPSession(page)
    const patterns = [{ urlPattern: '*/video/upload-video', requestStage: 'Response' as const }]
    await line.send('Fetch.enable', { patterns })
    let answers = 0
    line.on('Fetch.requestPaused', ({ requestId }) => {
      answers++
      if (answers > 1) void line.send('Fetch.continueRequest', { requestId })
      else void line.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionClosed' })
    })
    return () => answers
  }

  test('continues after a reload with the same file and sends nothing twice, and waits for a server that is restarted', async ({
    page,
    site,
    signedIn: _,
    expectErrors,
  }) => {
    expectErrors(/ERR_|Failed to load resource/)
    await openSlowForm(page, { title: 'A holiday', file: await bulkyClip() })
    await uploadPartly(page)
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    const question = page.getByText(/^Choose the same file again to continue 'holiday.mp4' \(\d+ %\)$/)
    await expect(question).toBeVisible()
    await expect(form(page).title).toHaveValue('A holiday')
    await expect(page.getByAltText('Preview of the thumbnail')).toBeVisible()

    await form(page).video.setInputFiles(await clip('landscape'))
    await expect(page.getByText(/^This is not 'holiday.mp4'/)).toBeVisible()
    const offsets = watchOffsets(page)
    await limitUpload(page, 50_000)
    await form(page).video.setInputFiles(await bulkyClip())
    await expect.poll(() => offsets).toEqual([expect.any(Number)])
    const [continuedAt = 0] = offsets
    expect(continuedAt).toBeGreaterThan(0)
    const before = await percentOf(page)
    await expect.poll(() => percentOf(page), soon).toBeGreaterThan(before)
    expect(offsets).toHaveLength(1)

    const restarted = site.restart()
    await expect(page.getByText('Connection lost. Trying again…', { exact: true })).toBeVisible(soon)
    await restarted
    await expectPublished(page)
    expect(offsets.at(-1)).toBeGreaterThan(continuedAt)
  })

  test('waits when it reaches a limit of its person or the server runs out of room in the middle, and goes on where it stopped', async ({
    page,
    site,
    signedIn: { client },
    expectErrors,
  }) => {
    expectErrors(/status of (429|500|507)/)
    const { data: me } = await client.call(api.accounts.currentUser)
    const offsets = watchOffsets(page)
    // The file is sent in three pieces. Before the second one arrives, the person has claimed as much as they may.
    const reachLimit = async () => {
      await site.sql`update disk_claims set expires_at = now()`
      await site.sql`insert into disk_claims (id, disk, user_id, bytes, expires_at)
        select 'own ' || n, 'another', ${me._id}, 16 * 1024 * 1024, now() + interval '1 hour'
        from generate_series(1, 6) as n`
    }
    let isServerBroken = false
    await page.route('**/video/uploads/*', async (route) => {
      if (!isPart(route.request())) return route.continue()
      if (offsets.length === 2) await reachLimit()
      if (!isServerBroken) return route.continue()
      isServerBroken = false
      await route.fulfill({ status: 500 })
    })
    await openForm(page, { title: 'A holiday', file: await bulkyClip(2 * pieceBytes) })
    await form(page).submit.click()
    await expect(
      page.getByText('Too many uploads at the moment. Trying again…', { exact: true }),
    ).toBeVisible(soon)
    await expectAccessible(page)

    // Now the whole disk is claimed by somebody else.
    await site.sql`update disk_claims set id = 'other', user_id = null, bytes = 1e15,
      disk = (select disk from disk_claims where disk <> 'another') where id = 'own 1'`
    const noRoom = page.getByText('The server has no room at the moment. Trying again…', { exact: true })
    await expect(noRoom).toBeVisible(soon)
    await expectAccessible(page)
    await expect.poll(() => offsets.length, soon).toBeGreaterThan(3)
    await expect(noRoom).toBeVisible()
    // These refusals do not use up the tries after a failure of the server.
    isServerBroken = true
    await expect(page.getByText('Connection lost. Trying again…', { exact: true })).toBeVisible(soon)
    await site.sql`delete from disk_claims where id = 'other' or disk = 'another'`
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expectPublished(page)
    // The first bytes of the second piece may be kept.
    const [first, second = 0, ...others] = offsets
    expect([first, second]).toEqual([0, pieceBytes])
    expect(Math.min(...others)).toBeGreaterThanOrEqual(second)
  })

  test('is published after a reload without its file, with its captions, if it was submitted and the server has all of it', async ({
    page,
    signedIn: { client },
    expectErrors,
  }) => {
    expectErrors(/status of 404/)
    await openForm(page, { title: 'A clip', file: await clip('tiny') })
    const words = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHello')
    const captions = { name: 'clip.en.vtt', mimeType: 'text/vtt', buffer: words }
    await page.getByLabel('Choose file: Captions').setInputFiles(captions)
    await expect(page.getByText('clip.en.vtt')).toBeVisible()
    const published = Promise.withResolvers<void>()
    // The server publishes the video, but the page gets no answer to its first request. The route stays, because
    // removing it would let the request continue.
    let requests = 0
    await page.route('**/video/upload-video', async (route) => {
      requests++
      if (requests > 1) return route.continue()
      await route.fetch()
      published.resolve()
    })
    await form(page).submit.click()
    await published.promise
    await expect.poll(() => hasSubmittedDraft(page)).toBe(true)
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    await expectPublished(page)
    const { data: me } = await client.call(api.accounts.currentUser)
    const { data } = await client.call(api.videos.list, { query: { userId: me._id } })
    expect(data.docs.map(({ title }) => title)).toEqual(['A clip'])
    const { data: video } = await client.call(api.videos.get, { params: { id: data.docs[0]?._id ?? '' } })
    expect(video.captions).toMatchObject([{ language: 'en' }])
  })

  test('is started after signing in, goes on in the tray while other pages are visited, and continues after the session has ended', async ({
    page,
    site,
    expectErrors,
  }) => {
    expectErrors(/status of 401/)
    const { person } = await site.signUp()
    await page.goto('/upload-video')
    // A visitor is sent to sign in, and comes back.
    await expect(page).toHaveURL('/auth/?next=%2Fupload-video')
    await signIn(page, person.username, person.password)
    const { submit } = form(page)
    await limitUpload(page, 50_000)
    await fillForm(page, { title: 'A holiday', file: await bulkyClip() })
    await uploadPartly(page)
    await homeLink(page).click()
    await expectHome(page)
    const tray = page.getByRole('region', { name: /^1 upload · \d+ %$/ })
    const before = await percentOf(page)
    await expect.poll(() => percentOf(page), soon).toBeGreaterThan(before)
    await tray.getByRole('button', { name: 'Pause “A holiday”' }).click()
    await expect(tray.getByText('Paused', { exact: true })).toBeVisible()
    await expect(tray.getByRole('button', { name: 'Resume “A holiday”' })).toBeFocused()
    await expectAccessible(page)
    await tray.getByRole('button', { name: /^1 upload/ }).click()
    await expect(tray.getByRole('progressbar')).toHaveCount(0)
    await tray.getByRole('button', { name: /^1 upload/ }).click()

    await tray.getByRole('link', { name: 'Edit details of “A holiday”' }).click()
    await expect(page).toHaveURL('/upload-video')
    await expect(form(page).title).toHaveValue('A holiday')
    await expect(tray).toHaveCount(0)
    const offsets = watchOffsets(page)
    await page.request.post('/api/v1/user/logout')
    await form(page).button('Resume').click()
    await expect(page).toHaveURL('/auth/?next=%2Fupload-video')
    await signIn(page, person.username, person.password)
    await expect(page.getByText(/^A part of 'holiday.mp4' is uploaded already \(\d+ %\)/)).toBeVisible()
    await submit.click()
    await expectPublished(page)
    expect(offsets.at(-1)).toBeGreaterThan(0)
  })
})

test('several files become several uploads, two at a time, each with its own details, and go on in another browser', async ({
  page,
  signedIn: { client },
}) => {
  const { video, title, submit } = form(page)
  await page.goto('/upload-video')
  await limitUpload(page, 50_000)
  const files = [await bulkyClip(), await clip('landscape'), await clip('tiny')]
  await video.setInputFiles(files)
  const others = page.getByRole('region', { name: 'Your other uploads' })
  await expect(others.getByRole('article')).toHaveCount(2)
  await expect(others.getByText('Waiting for your other uploads')).toHaveCount(1)
  await expect(title).toHaveValue('holiday')
  await expect(page.getByRole('radio', { name: 'Frame 4 of 6' })).toBeChecked(soon)
  await page.getByLabel('Add more videos').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('notes'),
  })
  await expectToast(page, 'notes.txt: This is not a video. Choose another file.')

  await others.getByRole('link', { name: /^Edit details of “landscape/ }).click()
  await expect(title).toHaveValue(/^landscape/)
  await expect(others.getByRole('article', { name: 'holiday' })).toBeVisible()
  await title.fill('A landscape')
  await expect(submit).toBeEnabled(soon)
  await expectAccessible(page)
  await limitUpload(page, null)
  await submit.click()
  await expectToast(page, 'Video uploaded successfully!', soon)
  await expect(page).toHaveURL('/')

  const tray = page.getByRole('region', { name: /^\d uploads?/ })
  const tiny = tray.getByRole('article', { name: /^tiny/ })
  const holiday = tray.getByRole('article', { name: 'holiday' })
  await expect(tiny.getByText('Uploaded. Its details are missing.')).toBeVisible(soon)
  await expect(holiday.getByRole('button', { name: 'Publish' })).toBeVisible(soon)

  // Another browser of this person has the drafts of the server, but neither the files nor what this one remembers.
  const drafts = async () => (await client.call(api.uploadDrafts.list)).data
  await expect
    .poll(async () => (await drafts()).map((draft) => [draft.uploadId !== null, draft.hasThumbnail]).sort())
    .toEqual([
      [true, false],
      [true, true],
    ])
  await forgetDrafts(page)
  await page.reload()
  await holiday.getByLabel('Choose “holiday.mp4”').setInputFiles(await bulkyClip())
  await tiny.getByRole('button', { name: /^Cancel/ }).click()
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(tiny).toHaveCount(0)
  await holiday.getByRole('button', { name: 'Publish' }).click()
  await expect(tray).toHaveCount(0, soon)
  await expect.poll(drafts).toEqual([])
  const { data: me } = await client.call(api.accounts.currentUser)
  const { data } = await client.call(api.videos.list, { query: { userId: me._id } })
  expect(data.docs.map((made) => made.title)).toEqual(['holiday', 'A landscape'])
})

test('a refused upload says why and resets the form, and the draft can be restored', async ({
  page,
  signedIn: _,
  expectErrors,
}) => {
  expectErrors(/status of (400|429|500)/)
  const { video, title, description, submit, button } = form(page)
  const text = { name: 'notes.mp4', mimeType: 'video/mp4', buffer: Buffer.from('Just words. '.repeat(50)) }
  const failure = page.getByRole('alert').filter({ hasText: 'Your draft' })
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '1000' }
  const others = await Promise.all(
    Array.from({ length: 5 }, () => page.request.post('/api/v1/video/uploads', { headers })),
  )
  await openForm(page, { title: 'A walk', file: text })
  const tooMany = 'At most 5 uploads at a time. Finish or cancel one first.'
  await expect(page.getByText(tooMany)).toBeVisible()
  await description.fill('Not a video at all')
  await page.getByRole('radio', { name: 'Private' }).check()
  await submit.click()
  await expect(failure).toContainText(tooMany)
  for (const other of others) await page.request.delete(other.headers().location ?? '', { headers })

  await button('Restore draft').click()
  await submit.click()
  const reason = 'This file is not a video in a format we know.'
  await expect(failure).toContainText(reason)
  await expect(title).toHaveValue('')
  await expect(submit).toBeDisabled()
  await button('Restore draft').click()
  await expect(title).toHaveValue('A walk')
  await expect(description).toHaveValue('Not a video at all')
  await expect(page.getByRole('radio', { name: 'Private' })).toBeChecked()
  await expect(page.getByAltText('Preview of the thumbnail')).toBeVisible()
  await expect(page.getByText('notes.mp4')).toBeVisible()
  await expect(submit).toBeEnabled()
  await expect(page.getByText(reason)).toHaveCount(0)
  expectNoToast(page, reason)

  await video.setInputFiles(await clip('tiny'))
  const json = { statuscode: 500, message: 'x', data: null, success: false, code: 'server.failed' }
  await page.route('**/video/upload-video', async (route) => {
    // A person who continues typing has not left the title empty.
    await title.focus()
    await route.fulfill({ status: 500, json })
  })
  await submit.click()
  await expect(failure).toContainText('Failed to upload video. Please try again!', soon)
  await expect(title).toHaveValue('')
  // A form that was reset shows no errors about empty fields.
  await expect(page.getByText('Video title is required')).toHaveCount(0)
  await expect(page.getByText('Or pick a frame of the video')).toHaveCount(0)
  await button('Restore draft').click()
  await expect(title).toHaveValue('A walk')
})
