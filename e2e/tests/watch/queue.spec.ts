import type { Locator, Page } from '@playwright/test'
import { api } from '@vireo/contract'
import { expectNoSidewaysScroll } from '../../actions/account.ts'
import { goHome, mini, player, watchForMini } from '../../actions/player.ts'
import { makePlaylist, playQueue } from '../../actions/playlists.ts'
import { cardOf, enterAs, watchPath } from '../../actions/videos.ts'
import { title } from '../../actions/watch.ts'
import { expectAccessible } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast, toast } from '../../support/toasts.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Queue ·' })
const rows = (page: Page) => panel(page).getByRole('listitem')
const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true })
const related = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Related videos' }).getByRole('article').filter({ hasText: name })
const undo = (page: Page, message: string) =>
  toast(page, message).getByRole('button', { name: 'Undo' }).click()

async function choose(card: Locator, item: 'Play next' | 'Add to queue'): Promise<void> {
  await card.getByRole('button', { name: 'More actions' }).click()
  await card.page().getByRole('menuitem', { name: item }).click()
}

test('videos are queued from cards and play before any others; the queue is reordered, cleared and repeated, survives a reload, is shared between tabs and skips a deleted video', async ({
  page,
  site,
  signedIn: _,
  expectErrors,
}) => {
  expectErrors(/status of 404/)
  const owner = await site.signUp({ fullname: 'Dunnock Early' })
  const [dawn, noon, dusk, night] = await site.addVideos(owner, [
    { title: 'Dawn' },
    { title: 'Noon' },
    { title: 'Dusk' },
    { title: 'Night' },
  ])
  if (!dawn || !noon || !dusk || !night) throw new Error('The videos are missing')
  await page.goto('/')
  await choose(cardOf(page, 'Night'), 'Add to queue')
  await undo(page, 'Added to the queue: Night')
  await choose(cardOf(page, 'Dawn'), 'Add to queue')
  await choose(cardOf(page, 'Dusk'), 'Add to queue')
  await toast(page, 'Dusk').getByRole('button', { name: 'Play' }).click()
  await expect(page).toHaveURL(watchPath(dawn))
  await expect(panel(page)).toHaveAccessibleName('Queue · 1 of 2')
  await choose(related(page, 'Noon'), 'Play next')
  await expectToast(page, 'Plays next: Noon')
  await choose(related(page, 'Night'), 'Add to queue')
  await expect(rows(page)).toContainText(['Dawn', 'Noon', 'Dusk', 'Night'])

  await expect(page.getByText('Up next')).toBeVisible()
  await page.getByRole('button', { name: 'Play now' }).click()
  await expect(page).toHaveURL(watchPath(noon))
  await expect(panel(page).locator('[aria-current]')).toContainText('Noon')
  await page.keyboard.press('Shift+N')
  await expect(page).toHaveURL(watchPath(dusk))
  await expect(panel(page)).toHaveAccessibleName('Queue · 3 of 4')
  await page.keyboard.press('Shift+P')
  await expect(page).toHaveURL(watchPath(noon))
  await expect(panel(page)).toHaveAccessibleName('Queue · 2 of 4')
  await expectAccessible(page)

  const handle = (name: string) => button(page, `Reorder ${name}`)
  await handle('Night').press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect(page.getByText('Night dropped at position 3 of 4.')).toBeAttached()
  await expect(handle('Night')).toBeFocused()
  await handle('Dusk').dragTo(rows(page).nth(0), { targetPosition: { x: 100, y: 5 } })
  await expect(rows(page)).toContainText(['Dusk', 'Dawn', 'Noon', 'Night'])
  await button(page, 'Remove Dawn from the queue').press('Enter')
  await expect(rows(page)).toContainText(['Dusk', 'Noon', 'Night'])
  await expect(panel(page).getByRole('link', { name: 'Noon' })).toBeFocused()
  await undo(page, 'Removed from the queue: Dawn')
  await expect(rows(page)).toContainText(['Dusk', 'Dawn', 'Noon', 'Night'])

  const other = await page.context().newPage()
  await other.goto('/')
  // Nothing plays in that tab, so it comes after the video that was played last.
  await choose(cardOf(other, 'Dusk'), 'Play next')
  await expectToast(other, 'Plays next: Dusk')
  await other.close()
  await expect(rows(page)).toContainText(['Dawn', 'Noon', 'Dusk', 'Night'])
  await page.reload()
  await expect(panel(page)).toHaveAccessibleName('Queue · 2 of 4')

  await panel(page).getByRole('link', { name: 'Night' }).click()
  await expect(page).toHaveURL(watchPath(night))
  await expect(button(page, 'Next in the queue')).toBeDisabled()
  await button(page, 'Repeat the queue').click()
  await expect(button(page, 'Next in the queue')).toBeEnabled()
  await page.keyboard.press('r')
  await expect(button(page, 'Repeat this video')).toHaveAttribute('aria-pressed', 'true')
  await button(page, 'Repeat this video').click()
  await expect(player(page).region.locator('video')).toHaveJSProperty('loop', false)

  await button(page, 'Clear the queue').click()
  await expect(panel(page)).toHaveCount(0)
  await expect(title(page)).toBeFocused()
  await undo(page, 'Queue cleared')
  await expect(panel(page)).toHaveAccessibleName('Queue · 4 of 4')

  await owner.client.call(api.videos.remove, { params: { id: dawn._id } })
  await page.keyboard.press('Shift+N')
  await expectToast(page, 'A video of the queue is not available and was skipped.')
  await expect(page).toHaveURL(watchPath(noon))
  await expect(rows(page)).toContainText(['Video not available', 'Noon', 'Dusk', 'Night'])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

  test('the queue is a bar below the player and a list beside the mini-player, where it skips a deleted video, and a playlist goes on after it', async ({
    page,
    site,
    stage: { film, short, client },
    expectErrors,
  }) => {
    expectErrors(/status of 404/)
    await enterAs(page, site, client)
    const list = await makePlaylist(client, 'Around it', [film, short])
    const owner = await site.signUp()
    const [gone, between] = await site.addVideos(owner, [{ title: 'Soon gone' }, { title: 'In between' }])
    if (!gone || !between) throw new Error('The videos are missing')
    await watchForMini(page, `${watchPath(film)}?list=${list}`)
    await choose(related(page, between.title), 'Play next')
    await choose(related(page, gone.title), 'Play next')
    const bar = panel(page).getByRole('button', { expanded: false })
    await expect(bar).toHaveText('Queue · 1 of 3Next: Soon gone')
    await bar.tap()
    await expect(rows(page)).toContainText([film.title, gone.title, between.title])
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)

    await goHome(page)
    const queue = mini(page).getByRole('button', { name: 'Queue' })
    await queue.press('Enter')
    const opened = page.getByRole('dialog', { name: 'Queue' })
    await expect(opened.getByRole('listitem')).toHaveCount(3)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await owner.client.call(api.videos.remove, { params: { id: gone._id } })
    await page.keyboard.press('Escape')
    await expect(queue).toBeFocused()
    await page.keyboard.press('Shift+N')
    await expectToast(page, 'A video of the queue is not available and was skipped.')
    await mini(page).getByRole('button', { name: 'Back to the video' }).press('Enter')
    await expect(page).toHaveURL(`${watchPath(between)}?list=${list}`)
    await expect(panel(page)).toHaveAccessibleName(/^Queue · 3 of 3/)
    await expect(playQueue(page, 'Around it')).toContainText('1 of 2')
    await page.keyboard.press('Shift+N')
    await expect(page).toHaveURL(`${watchPath(short)}?list=${list}`)
    await expect(playQueue(page, 'Around it')).toContainText('2 of 2')
    await expect(panel(page)).toHaveCount(0)
  })
})
