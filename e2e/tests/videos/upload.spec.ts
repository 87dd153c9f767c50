import type { Page } from '@playwright/test'
import { clip } from '../../../server/test/clips.ts'
import { expectNoSidewaysScroll, signIn } from '../../account.ts'
import { expectAccessible } from '../../fixtures.ts'
import { expect, test } from '../../test.ts'
import { expectToast } from '../../toasts.ts'
import {
  bulkyClip,
  countDraftsSetAside,
  fillForm,
  form,
  isPart,
  limitUpload,
  percentOf,
  picture,
  uploadPartly,
  watchOffsets,
} from '../../upload.ts'

// Real files over a slow connection, on a machine that may be busy with other tests.
test.describe.configure({ timeout: 120_000 })
const soon = { timeout: 30_000 }

test('a visitor is sent to sign in, and comes back', async ({ page, expectErrors }) => {
  expectErrors(/status of 401/)
  await page.goto('/upload-video')
  await expect(page).toHaveURL('/auth/?next=%2Fupload-video')
})

test.describe('the form', () => {
  test.beforeEach(async ({ page, signedIn: _ }) => {
    await page.goto('/upload-video')
    await expect(form(page).video).toBeAttached()
  })

  test('shows what is missing and can be sent only when it is complete', async ({ page }) => {
    const { video, title, thumbnail, submit, button } = form(page)
    await expect(page.getByText('MP4, AVI, MOV up to 2GB')).toBeVisible()
    await expect(page.getByText('PNG, JPG up to 5MB')).toBeVisible()
    await expect(submit).toBeDisabled()
    await title.press('Enter')
    await expect(page.getByText('Video file is required')).toBeVisible()
    await expect(page.getByText('Video title is required')).toBeVisible()
    await expect(page.getByText('Thumbnail is required')).toBeVisible()

    await video.setInputFiles(await clip('landscape'))
    await thumbnail.setInputFiles(picture)
    await title.fill('  ')
    await expect(submit).toBeDisabled()
    await title.fill('A title')
    await expect(submit).toBeEnabled()
    await button('Remove video').click()
    await expect(page.getByText('Video file is required')).toBeVisible()
    await expect(video).toBeFocused()
    await expect(submit).toBeDisabled()
    await button('Remove thumbnail').click()
    await expect(page.getByText('Thumbnail is required')).toBeVisible()

    await video.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') })
    await expect(page.getByText('This is not a video. Choose another file.')).toBeVisible()
    await title.fill('x'.repeat(201))
    await title.blur()
    await expect(page.getByText('Video title must be at most 200 characters')).toBeVisible()
  })

  test('previews the video and offers its frames as thumbnails', async ({ page }) => {
    const { video, button } = form(page)
    await video.setInputFiles(await clip('landscape'))
    const preview = page.getByLabel(/^Preview of landscape/)
    await expect(preview).toHaveJSProperty('videoWidth', 640)
    await expect(page.getByRole('radio', { name: /^Frame/ })).toHaveCount(6, soon)
    await page.getByRole('radio', { name: 'Frame 3 of 6' }).check()
    const thumbnail = page.getByAltText('Preview of the thumbnail')
    await expect(thumbnail).toHaveJSProperty('naturalWidth', 640)
    // A frame must not stay as the thumbnail of another video.
    await button('Remove video').click()
    await expect(thumbnail).toBeHidden()
  })

  test('accepts a dropped file, even one that the browser cannot play', async ({ page }) => {
    const files = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['RIFF'], 'tape.avi', { type: 'video/x-msvideo' }))
      return transfer
    })
    const { video } = form(page)
    const zone = page.locator('[data-over]')
    await video.dispatchEvent('dragenter', { dataTransfer: files })
    await expect(zone).toHaveCount(1)
    await video.dispatchEvent('drop', { dataTransfer: files })
    await expect(zone).toHaveCount(0)
    await expect(page.getByText('tape.avi')).toBeVisible()
    await expect(page.getByText('You can upload it all the same.')).toBeVisible()
  })

  test('can be restored after it was cleared, even after a reload', async ({ page }) => {
    const { title, description, video, button } = form(page)
    await title.fill('A walk')
    await description.fill('Along the river')
    await page.getByRole('radio', { name: 'Unlisted' }).check()
    await form(page).thumbnail.setInputFiles(picture)
    await video.setInputFiles(await clip('landscape'))
    await button('Clear Form').click()
    await expect(title).toHaveValue('')
    await expect(page.getByText('Your draft “A walk” is kept.')).toBeVisible()
    await button('Restore draft').click()
    await expect(title).toHaveValue('A walk')
    await expect(page.getByLabel(/^Preview of landscape/)).toBeVisible()
    await button('Clear Form').click()
    await expect(title).toHaveValue('')
    await expect.poll(() => page.evaluate(countDraftsSetAside)).toBe(1)

    await page.reload()
    await button('Restore draft').click()
    await expect(title).toHaveValue('A walk')
    await expect(description).toHaveValue('Along the river')
    await expect(page.getByRole('radio', { name: 'Unlisted' })).toBeChecked()
    await expect(page.getByAltText('Preview of the thumbnail')).toHaveJSProperty('naturalWidth', 512)
    await expect(page.getByText(/^Choose 'landscape.*' again/)).toBeVisible()
  })
})

test('the upload page is accessible while it is empty, invalid and uploading', async ({
  page,
  signedIn: _,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await fillForm(page, { title: 'A walk', file: await bulkyClip() })
  await expect(page.getByRole('radio', { name: /^Frame/ })).toHaveCount(6, soon)
  await uploadPartly(page)
  await form(page).button('Pause').click()
  await expect(form(page).button('Resume')).toBeFocused()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await form(page).button('Cancel').click()
  await form(page).button('Cancel upload').click()
  await form(page).button('Clear Form').click()
  await form(page).title.press('Enter')
  await expect(page.getByText('Thumbnail is required')).toBeVisible()
  await expectAccessible(page)
})

test('a video is uploaded with a moving progress bar, and the processed video plays', async ({
  page,
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
  await fillForm(page, { title: 'A holiday', file: await bulkyClip() })
  await page.getByRole('radio', { name: 'Frame 2 of 6' }).check()
  await form(page).description.fill('By the sea')
  await limitUpload(page, 600_000)
  await form(page).submit.click()
  await expect(form(page).button('Uploading...')).toBeDisabled()
  await expect(form(page).button('Clear Form')).toBeDisabled()
  await expect(form(page).button('Remove video')).toBeDisabled()
  await expect(page.getByText(/ of .* MB · .* KB\/s · .* left$/)).toBeVisible()

  await expectToast(page, 'Video uploaded successfully!', soon)
  await expect(page).toHaveURL('/')
  const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen)
  expect(seen.length).toBeGreaterThan(4)
  expect(seen).toEqual([...seen].sort((a, b) => a - b))
  expect(seen.at(-1)).toBe(100)

  // The owner sees the progress of processing.
  const status = page.getByRole('region', { name: 'Your videos in processing' })
  await expect(status.getByText('Processing "A holiday"')).toBeVisible()
  await expect(status.getByText('"A holiday" is ready')).toBeVisible({ timeout: 60_000 })

  const { data: me } = await (await page.request.get('/api/v1/user/current-user')).json()
  expect(me.username).toBe(signedIn.username)
  const { data } = await (await page.request.get(`/api/v1/video/?userId=${me._id}`)).json()
  expect(data.docs).toMatchObject([{ title: 'A holiday', description: 'By the sea', visibility: 'public' }])
  expect((await page.request.get(data.docs[0].thumbnail)).ok()).toBe(true)
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
  test.beforeEach(async ({ page, signedIn }) => {
    await fillForm(page, { title: `By ${signedIn.fullname}`, file: await bulkyClip() })
  })

  const expectPublished = async (page: Page) => {
    await limitUpload(page, null)
    await expectToast(page, 'Video uploaded successfully!', soon)
    await expect(page).toHaveURL('/')
  }

  test('publishes one video even when the first response to publishing is lost', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/ERR_CONNECTION_CLOSED/)
    const line = await page.context().newCDPSession(page)
    const patterns = [{ urlPattern: '*/video/upload-video', requestStage: 'Response' as const }]
    await line.send('Fetch.enable', { patterns })
    let answers = 0
    line.on('Fetch.requestPaused', ({ requestId }) => {
      answers++
      if (answers > 1) void line.send('Fetch.continueRequest', { requestId })
      else void line.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionClosed' })
    })
    await form(page).submit.click()
    await expectPublished(page)
    expect(answers).toBe(2)
    const { data: me } = await (await page.request.get('/api/v1/user/current-user')).json()
    const { data } = await (await page.request.get(`/api/v1/video/?userId=${me._id}`)).json()
    expect(data.docs).toHaveLength(1)
  })

  test('can be paused and resumed', async ({ page }) => {
    const offsets = watchOffsets(page)
    await uploadPartly(page)
    const broken = page.waitForEvent('requestfailed', isPart)
    await form(page).button('Pause').click()
    await broken
    await expect(page.getByText('Paused', { exact: true })).toBeVisible()
    // The form can be edited meanwhile; if it is invalid in the end, form and uploaded bytes are kept.
    const { title, submit, button } = form(page)
    await title.fill('')
    await limitUpload(page, null)
    await button('Resume').click()
    await expect(page.getByText('Video title is required')).toBeVisible(soon)
    await expect(title).toBeFocused()
    await title.fill('A better title')
    await submit.click()
    await expectPublished(page)
    expect(offsets).toHaveLength(2)
    expect(offsets[0]).toBe(0)
    expect(offsets[1]).toBeGreaterThan(0)
  })

  test('continues after a reload with the same file, and sends nothing twice', async ({ page }) => {
    await uploadPartly(page)
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    const question = page.getByText(/^Choose the same file again to continue 'holiday.mp4' \(\d+ %\)$/)
    await expect(question).toBeVisible()
    await expect(form(page).title).toHaveValue('By Robin Viewer')
    await expect(page.getByAltText('Preview of the thumbnail')).toBeVisible()

    await form(page).video.setInputFiles(await clip('landscape'))
    await expect(page.getByText(/^This is not 'holiday.mp4'/)).toBeVisible()
    const offsets = watchOffsets(page)
    await limitUpload(page, 500_000)
    await form(page).video.setInputFiles(await bulkyClip())
    await expectPublished(page)
    expect(offsets).toHaveLength(1)
    expect(offsets[0]).toBeGreaterThan(0)
  })

  test('waits for a server that is restarted, and resumes by itself', async ({
    page,
    site,
    expectErrors,
  }) => {
    expectErrors(/ERR_|Failed to load resource/)
    const offsets = watchOffsets(page)
    await uploadPartly(page)
    const restarted = site.restart()
    await expect(page.getByText('Connection lost. Trying again…', { exact: true })).toBeVisible({
      timeout: 30_000,
    })
    await restarted
    await expectPublished(page)
    expect(offsets[0]).toBe(0)
    expect(offsets.at(-1)).toBeGreaterThan(0)
  })

  test('can be cancelled, which removes it from the server but not from the form', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/status of 404/)
    const created = page.waitForResponse((response) => response.status() === 201)
    await uploadPartly(page)
    const address = (await created).headers().location ?? ''
    const { button, submit, title } = form(page)
    await button('Cancel').click()
    const forgotten = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await button('Cancel upload').click()
    await forgotten
    expect((await page.request.head(address, { headers: { 'tus-resumable': '1.0.0' } })).status()).toBe(404)
    await expect(title).toHaveValue('By Robin Viewer')
    await expect(submit).toBeEnabled()
    await expect(submit).toBeFocused()
  })

  test('asks before the page is left, and can be continued after coming back', async ({ page }) => {
    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { name: 'Home' }).waitFor({ state: 'attached' })
    await page.goBack()
    await expect(form(page).submit).toBeEnabled()

    await uploadPartly(page)
    const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
    await question.getByRole('button', { name: 'Stay' }).click()
    await page.goForward()
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(page).toHaveURL('/upload-video')
    const before = await percentOf(page)
    await expect.poll(() => percentOf(page)).toBeGreaterThan(before)

    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    // The address changes before the page does: going back earlier would find the upload still running.
    await page.getByRole('heading', { name: 'Home' }).waitFor({ state: 'attached' })
    await page.goBack()
    await expect(page.getByText(/^A part of 'holiday.mp4' is uploaded already \(\d+ %\)/)).toBeVisible()
    const offsets = watchOffsets(page)
    await form(page).submit.click()
    await expectPublished(page)
    expect(offsets[0]).toBeGreaterThan(0)
  })

  test('can be continued after signing in again when the session has ended', async ({
    page,
    signedIn,
    expectErrors,
  }) => {
    expectErrors(/status of 401/)
    await uploadPartly(page)
    await form(page).button('Pause').click()
    await page.request.post('/api/v1/user/logout')
    await form(page).button('Resume').click()
    await expect(page).toHaveURL('/auth/?next=%2Fupload-video')
    await signIn(page, signedIn.username, signedIn.password)
    await expect(page.getByText(/^A part of 'holiday.mp4' is uploaded already \(\d+ %\)/)).toBeVisible()
    const offsets = watchOffsets(page)
    await form(page).submit.click()
    await expectPublished(page)
    expect(offsets[0]).toBeGreaterThan(0)
  })
})

test.describe('a refused upload', () => {
  test.beforeEach(({ expectErrors }) => expectErrors(/status of (400|429)/))

  test('of a text file named like a video resets the form, and the draft can be restored', async ({
    page,
    signedIn,
  }) => {
    await page.goto('/upload-video')
    const { video, title, description, thumbnail, submit, button } = form(page)
    const text = { name: 'notes.mp4', mimeType: 'video/mp4', buffer: Buffer.from('Just words. '.repeat(50)) }
    await video.setInputFiles(text)
    await title.fill(`Notes of ${signedIn.fullname}`)
    await description.fill('Not a video at all')
    await page.getByRole('radio', { name: 'Private' }).check()
    await thumbnail.setInputFiles(picture)
    await submit.click()
    const reason = 'This file is not a video in a format we know.'
    await expect(page.getByRole('alert').filter({ hasText: 'Your draft' })).toContainText(reason)
    await expectToast(page, reason)
    await expect(title).toHaveValue('')
    await expect(submit).toBeDisabled()

    await button('Restore draft').click()
    await expect(title).toHaveValue('Notes of Robin Viewer')
    await expect(description).toHaveValue('Not a video at all')
    await expect(page.getByRole('radio', { name: 'Private' })).toBeChecked()
    await expect(page.getByAltText('Preview of the thumbnail')).toBeVisible()
    await expect(page.getByText('notes.mp4')).toBeVisible()
    await expect(submit).toBeEnabled()
    await expect(page.getByText(reason)).toHaveCount(0)
  })

  test('because the server failed shows an error, and the draft can be restored', async ({
    page,
    signedIn: _,
    expectErrors,
  }) => {
    expectErrors(/status of 500/)
    const data = null
    await page.route('**/video/upload-video', (route) =>
      route.fulfill({
        status: 500,
        json: { statuscode: 500, message: 'x', data, success: false, code: 'server.failed' },
      }),
    )
    await fillForm(page, { title: 'A walk', file: await clip('tiny') })
    await form(page).submit.click()
    await expectToast(page, 'Failed to upload video. Please try again!', soon)
    await expect(form(page).title).toHaveValue('')
    // A form that was reset does not complain about empty fields.
    await expect(page.getByText('Video title is required')).toHaveCount(0)
    await expect(page.getByText('Or pick a frame of the video')).toHaveCount(0)
    await form(page).button('Restore draft').click()
    await expect(form(page).title).toHaveValue('A walk')
  })

  test('because of too many uploads at a time shows the server’s message', async ({ page, signedIn: _ }) => {
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '1000' }
    for (let count = 0; count < 5; count++) await page.request.post('/api/v1/video/uploads', { headers })
    await fillForm(page, { title: 'One too many', file: await bulkyClip() })
    await form(page).submit.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Your draft' })).toContainText(
      'At most 5 uploads at a time. Finish or cancel one first.',
    )
  })
})
