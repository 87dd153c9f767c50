import type { Page } from '@playwright/test'
import { api } from '@vireo/contract'
import { signIn } from '../../actions/account.ts'
import { codeOf, playAnimations, sidebarToggle, topBar } from '../../actions/shell.ts'
import { holdRequests } from '../../actions/videos.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast, toast } from '../../support/toasts.ts'

const clock = (page: Page) => page.locator('[data-toast]').getByRole('progressbar')

test.describe('toasts', () => {
  // A toast closes at the end of its progress bar, which is slowed down so that there is time to inspect it.
  test.beforeEach(async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
  })
  const open = async (page: Page, path: string) => {
    await page.goto(path)
    await playAnimations(page, 0.02)
  }

  test.describe('about an error', () => {
    const message = 'Please sign in to subscribe'
    const subscribe = (page: Page) =>
      page.getByRole('main').getByRole('button', { name: 'Subscribe' }).click()
    test.beforeEach(async ({ page, site }) => {
      const { person } = await site.signUp()
      await open(page, `/profile/${person.username}`)
      await subscribe(page)
      await expect(clock(page)).toHaveCSS('animation-play-state', 'running')
    })

    test('close after 3000 ms at the bottom right, but not while hovered over', async ({ page }) => {
      await expect(clock(page)).toHaveCSS('animation-duration', '3s')
      const box = await toast(page, message).boundingBox()
      expect(box?.x).toBeGreaterThan(640)
      expect(box?.y).toBeGreaterThan(600)
      await toast(page, message).hover()
      await expect(clock(page)).toHaveCSS('animation-play-state', 'paused')
      await page.mouse.move(10, 10)
      await expect(clock(page)).toHaveCSS('animation-play-state', 'running')
      await playAnimations(page, 1)
      await expect(toast(page, message)).toHaveCount(0)
    })

    test('appear once for the same message, raised twice', async ({ page }) => {
      await subscribe(page)
      await expectToast(page, message)
      await expectToast(page, message)
      await expect(toast(page, message)).toHaveCount(1)
    })

    test('can be closed, and dragged away by 80 percent of their width', async ({ page }) => {
      const drag = async (share: number) => {
        const box = await toast(page, message).boundingBox()
        if (!box) throw new Error('There is no toast to drag')
        const y = box.y + box.height / 2
        await page.mouse.move(box.x + 100, y)
        await page.mouse.down()
        await page.mouse.move(box.x + 100 - box.width * share, y, { steps: 4 })
        await page.mouse.up()
      }
      await drag(0.75)
      await expect(toast(page, message)).toHaveCSS('opacity', '1')
      await drag(0.85)
      await expect(toast(page, message)).toHaveCount(0)

      await subscribe(page)
      await toast(page, message).getByRole('button', { name: 'close' }).click()
      await expect(toast(page, message)).toHaveCount(0)
    })
  })

  test('about a success close after 1000 ms at the top right, but not while the window lacks the focus', async ({
    page,
    site,
  }) => {
    const { person } = await site.signUp()
    await open(page, '/auth/')
    await signIn(page, person.username, person.password)
    await expect(clock(page)).toHaveCSS('animation-play-state', 'running')
    await expect(clock(page)).toHaveCSS('animation-duration', '1s')
    const box = await toast(page, 'Signin Successful').boundingBox()
    expect(box?.x).toBeGreaterThan(640)
    expect(box?.y).toBeLessThan(200)
    // Below the top bar.
    expect(box?.y).toBeGreaterThanOrEqual(56)
    await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    await expect(clock(page)).toHaveCSS('animation-play-state', 'paused')
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(clock(page)).toHaveCSS('animation-play-state', 'running')
    await playAnimations(page, 1)
    await expect(toast(page, 'Signin Successful')).toHaveCount(0)
  })

  test('stay where they are when an older one closes, so that a click on their button is not lost', async ({
    page,
    signedIn: _,
  }) => {
    await open(page, '/playlists')
    await page.getByRole('button', { name: 'New playlist' }).click()
    await page.getByLabel('Name').fill('Waders')
    await page.getByRole('button', { name: 'Create' }).click()
    const card = page.getByRole('article')
    await card.getByRole('button', { name: 'Playlist actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete playlist' }).click()
    await expect(card).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).hover()
    await expect(toast(page, 'Playlist created')).toBeVisible()
    await page.mouse.down()
    await playAnimations(page, 1)
    await expect(toast(page, 'Playlist created')).toHaveCount(0)
    await page.mouse.up()
    await expect(card).toContainText('Waders')
  })

  test('can be used while a dialog is open, by pointer and keyboard, and the dialog stays', async ({
    page,
    signedIn,
  }) => {
    await signedIn.client.call(api.playlists.create, { body: { name: 'Waders' } })
    await open(page, '/playlists')
    const card = page.getByRole('article')
    const dialog = page.getByRole('dialog', { name: 'New playlist' })
    const openBesideUndo = async () => {
      await card.getByRole('button', { name: 'Playlist actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete playlist' }).click()
      await expect(card).toHaveCount(0)
      await page.getByRole('button', { name: 'New playlist' }).click()
      await expect(dialog.getByLabel('Name')).toBeFocused()
    }
    const closeDialog = async () => {
      await expect(dialog).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
    await openBesideUndo()
    await page.getByRole('button', { name: 'Undo' }).click()
    await closeDialog()
    await expect(card).toContainText('Waders')

    await openBesideUndo()
    await page.keyboard.press('Alt+t')
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await closeDialog()
    await expect(card).toContainText('Waders')
  })
})

test('tooltips open after 700 ms, and at once within 300 ms of another', async ({ page }) => {
  await page.clock.install()
  const theme = topBar(page).getByRole('button', { name: 'Light Mode' })
  const tooltip = page.getByRole('tooltip')
  const leave = () => page.mouse.move(700, 400)
  // Tooltips are loaded after the page and then show the one for the element under the pointer.
  const code = await holdRequests(page, codeOf('src/ui/tooltip/tooltip-host.tsx'))
  await page.goto('/')
  await theme.hover()
  code.release()
  await expect(tooltip).toHaveText('Light Mode')
  await leave()
  await expect(tooltip).toHaveCount(0)
  await page.clock.pauseAt(Date.now() + 60_000)

  await sidebarToggle(page).hover()
  await page.clock.runFor(699)
  await expect(tooltip).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(tooltip).toHaveText('Collapse sidebar')

  await leave()
  await expect(tooltip).toHaveCount(0)
  await page.clock.runFor(299)
  await theme.hover()
  await page.clock.runFor(1)
  await expect(tooltip).toHaveText('Light Mode')

  await leave()
  await expect(tooltip).toHaveCount(0)
  await page.clock.runFor(300)
  await sidebarToggle(page).hover()
  await page.clock.runFor(699)
  await expect(tooltip).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(tooltip).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tooltip).toHaveCount(0)
})
