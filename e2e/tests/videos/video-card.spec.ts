import type { Locator } from '@playwright/test'
import { api } from '@vireo/contract'
import { expectNoSidewaysScroll, refusal, signInForm } from '../../actions/account.ts'
import { cardOf, enterAs, watchPath } from '../../actions/videos.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast, toast } from '../../support/toasts.ts'

// With reduced motion there are no previews on a phone.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const playback = (video: Locator) =>
  video.evaluate((element: HTMLVideoElement) => ({
    isPlaying: !element.paused && element.currentTime > 0,
    isMuted: element.muted,
    file: element.currentSrc.split('/').at(-1),
  }))

function titled(title: string): FormData {
  const form = new FormData()
  form.append('title', title)
  return form
}

test('a visitor sees thumbnail, duration, title, owner, views and age, but no menu; the avatar asks to sign in, and a click anywhere else opens the video', async ({
  page,
  creator: { film, person },
}) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Sign In', exact: true })).toBeVisible()
  const card = cardOf(page, film.title)
  await expect(card.getByText('0:04')).toBeVisible()
  await expect(card.getByText(person.fullname)).toBeVisible()
  await expect(card).toContainText(/\d+ views? · (just now|\d+ \w+ ago)/)
  await expect(card.locator('picture img')).toHaveJSProperty('complete', true)
  const picture = await card.locator('picture img').evaluate((img: HTMLImageElement) => img.currentSrc)
  expect(picture).toMatch(/\/(320|640)\.avif$/)
  await expect(card.getByRole('link', { name: film.title })).toHaveAttribute('href', watchPath(film))
  expect(await card.locator('a a').count()).toBe(0)
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0)
  await card.getByRole('link', { name: person.fullname }).first().click()
  await expect(page).toHaveURL(/\/auth\//)
  await expect(signInForm(page)).toBeVisible()

  await page.goBack()
  // At a point that is not inside any link of the card.
  await card.click({ position: { x: 40, y: 40 } })
  await expect(page).toHaveURL(watchPath(film))
  await expect(page.getByRole('heading', { name: film.title })).toBeVisible()
})

test('a card has room for long, unbroken, right-to-left and emoji titles', async ({ page, creator }) => {
  const titles = [
    `${'A patient explanation of everything '.repeat(6)}`.slice(0, 200).trim(),
    'Donaudampfschifffahrt'.repeat(9),
    'ألوان المساء فوق المدينة القديمة',
    '🐦🎬 vireo 👩‍👩‍👧‍👦',
  ]
  const { client, film } = creator
  const rename = (title: string) =>
    client.call(api.videos.update, { params: { id: film._id }, form: titled(title) })
  await page.setViewportSize({ width: 320, height: 640 })
  let now = Date.now()
  await page.clock.setFixedTime(now)
  await page.goto('/')
  await expect(cardOf(page, film.title)).toBeVisible()
  for (const title of titles) {
    await rename(title)
    // The list is reloaded on coming back to the tab after a minute.
    now += 60_000
    await page.clock.setFixedTime(now)
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    const heading = cardOf(page, title).getByRole('heading')
    await expect(heading).toHaveAttribute('dir', 'auto')
    const { height } = (await heading.boundingBox()) ?? { height: Number.POSITIVE_INFINITY }
    expect(height).toBeLessThanOrEqual(45)
    await expectNoSidewaysScroll(page)
  }
})

test.describe('the preview of a card', () => {
  test('plays muted from the start while hovered over or focused by keyboard, continues with sound once unmuted, and ends when the pointer leaves', async ({
    page,
    creator: { film },
  }) => {
    await page.goto('/')
    const card = cardOf(page, film.title)
    const video = card.locator('video')
    await expect(card).toBeVisible()
    // After a key press, browsers treat the focus as a keyboard focus.
    await page.keyboard.press('Tab')
    await card.getByRole('link', { name: film.title }).focus()
    await expect.poll(async () => (await playback(video)).isPlaying).toBe(true)
    await page.getByRole('link', { name: 'Vireo, home' }).focus()
    await expect(video).toHaveCount(0)

    await card.hover()
    await expect.poll(() => playback(video)).toEqual({ isPlaying: true, isMuted: true, file: 'preview.mp4' })
    await expect(card.getByText(/^0:0[1-3] \/ 0:04$/)).toBeVisible()
    await video.evaluate((element) => element.classList.add('seen-before'))
    await page.mouse.move(0, 0)
    await expect(video).toHaveCount(0)
    await expect(card.getByText('0:04', { exact: true })).toBeVisible()

    // A new element, so it plays from the start.
    await card.hover()
    await expect.poll(() => playback(video)).toMatchObject({ isPlaying: true, isMuted: true })
    await expect(video).not.toHaveClass(/seen-before/)
    await card.getByRole('button', { name: 'Unmute' }).click()
    const heard = video.last()
    await expect.poll(() => playback(heard)).toMatchObject({ isPlaying: true, isMuted: false })
    expect((await playback(heard)).file).not.toBe('preview.mp4')
    await expect(video).toHaveCount(1)
    await expect(page).toHaveURL('/')
    await card.getByRole('button', { name: 'Mute', exact: true }).click()
    await expect.poll(async () => (await playback(video)).isMuted).toBe(true)

    // The next preview starts muted again.
    await page.mouse.move(0, 0)
    await card.hover()
    await expect(card.getByRole('button', { name: 'Unmute' })).toBeVisible()
  })

  test.describe('on a phone', () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 700 } })

    test('plays while the card is in the middle of the screen, but not with reduced motion or data saving', async ({
      page,
      creator: { film },
    }) => {
      const card = cardOf(page, film.title)
      await page.goto('/')
      await card.locator('picture').evaluate((element) => element.scrollIntoView({ block: 'center' }))
      await centre(card)
      await expect.poll(async () => (await playback(card.locator('video'))).isPlaying).toBe(true)

      await page.clock.install()
      const nothingPlays = async () => {
        await page.reload()
        await centre(card)
        await page.clock.runFor(2000)
        await expect(card.locator('video')).toHaveCount(0)
      }
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await nothingPlays()
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
      )
      await nothingPlays()
    })
  })
})

/** Scrolls the card's picture to the middle of the screen, with padding so that this is possible for the first card. */
async function centre(card: Locator): Promise<void> {
  await card.evaluate((element) => {
    document.body.style.paddingTop = '50vh'
    document.body.style.paddingBottom = '50vh'
    element.querySelector('picture img')?.scrollIntoView({ block: 'center' })
  })
}

test('a card leads from the avatar and the name to the profile, and its menu offers others to save, to hide and to report the video', async ({
  page,
  creator: { film, person },
  signedIn: _,
  expectErrors,
}) => {
  // For the second report of the same video.
  expectErrors(refusal(409))
  await page.goto('/')
  const report = async () => {
    await cardOf(page, film.title).getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Play next',
      'Add to queue',
      'Save to playlist',
      'Not interested',
      'Report',
    ])
    await page.getByRole('menuitem', { name: 'Report' }).click()
    const question = page.getByRole('dialog', { name: 'Do you want to report this video?' })
    await question.getByRole('radio', { name: 'Hateful content' }).check()
    await question.getByRole('button', { name: 'Report' }).click()
    await expect(question).toBeHidden()
  }
  await report()
  await expectToast(page, 'Video reported')
  await report()
  const notice = toast(page, 'You have already reported this video')
  await expect(notice).toBeVisible()
  // A toast closes at the end of its progress bar.
  await expect(notice.getByRole('progressbar')).toHaveCSS('animation-duration', '5s')
  const { x, y } = (await notice.boundingBox()) ?? { x: 0, y: 720 }
  expect([x > 640, y < 200]).toEqual([true, true])
  await expect(page).toHaveURL('/')

  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  const links = cardOf(page, film.title).getByRole('link', { name: person.fullname })
  await expect(links).toHaveCount(2)
  for (const link of await links.all())
    await expect(link).toHaveAttribute('href', `/profile/${person.username}`)
  await links.first().click()
  await expect(page).toHaveURL(`/profile/${person.username}`)
})

test('the menu of a card lets the owner delete the video after a confirmation', async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  const owner = await site.signUp()
  const { client } = owner
  const { _id } = await site.addVideo(owner, { title: 'Soon to be gone' })
  await enterAs(page, site, client)
  await page.goto('/')
  const card = cardOf(page, 'Soon to be gone')
  const askToDelete = async () => {
    await card.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Edit Video',
      'Statistics',
      'Play next',
      'Add to queue',
      'Save to playlist',
      'Delete Video',
    ])
    await page.getByRole('menuitem', { name: 'Delete Video' }).click()
  }
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this video?' })

  await askToDelete()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(card).toBeVisible()

  await page.route(/\/video\/id\//, (route) => route.abort())
  await askToDelete()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Failed to delete video. Try again')
  await expect(card).toBeVisible()
  await page.unroute(/\/video\/id\//)

  const status = async () => (await client.call(api.videos.get, { params: { id: _id } })).status
  await askToDelete()
  await expect(question).toHaveAccessibleDescription('“Soon to be gone” can be restored for 30 seconds.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Video deleted successfully')
  await expect(card).toHaveCount(0)
  expect(await status()).toBe(404)
  await toast(page, 'Deleted “Soon to be gone”').getByRole('button', { name: 'Undo' }).click()
  await expect(card).toBeVisible()
  expect(await status()).toBe(200)

  await askToDelete()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Video deleted successfully')
  await expect(card).toHaveCount(0)
  expect(await status()).toBe(404)
})
