import type { Page } from '@playwright/test'
import { addressOf, api } from '@vireo/contract'
import { expectNoSidewaysScroll, refusal } from '../../actions/account.ts'
import { makePlaylist, playQueue, rows, titlesIn } from '../../actions/playlists.ts'
import { sidebar } from '../../actions/shell.ts'
import { cardOf, enterAs, holdRequests, watchPath } from '../../actions/videos.ts'
import { menuButton, title } from '../../actions/watch.ts'
import { expectAccessible, openWithoutCalls } from '../../support/fixtures.ts'
import { expect, test } from '../../support/test.ts'
import { expectToast } from '../../support/toasts.ts'

const main = (page: Page) => page.getByRole('main')

test('playlists are created, renamed, deleted and restored with Undo, and videos are saved to them from their cards', async ({
  page,
  creator: { film },
  signedIn,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  await page.route(`**${addressOf(api.playlists.list)}?*`, (route) => route.abort())
  const line = await holdRequests(page, `**${addressOf(api.playlists.list)}?*`)
  await page.goto('/playlists')
  await expect(page.getByRole('heading', { level: 1, name: 'Your Playlists' })).toBeVisible()
  // The button appears with the list, because its place is different for an empty one.
  await expect(page.getByRole('button', { name: 'New playlist' })).toHaveCount(0)
  line.release()
  await expect(page.getByRole('alert')).toContainText('Failed to fetch your palylists. Please try again')
  await page.unroute(`**${addressOf(api.playlists.list)}?*`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'You have not any playlist yet.' })).toBeVisible()
  await page.getByRole('button', { name: 'New playlist' }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.getByLabel('Name').fill('First')
  await page.getByRole('button', { name: 'Create' }).click()
  const card = page.getByRole('article')
  await expect(card).toContainText('First')
  await card.getByRole('button', { name: 'Playlist actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit playlist' }).click()
  await page.getByLabel('Name').fill('Renamed')
  await page.getByRole('radio', { name: 'Public' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('Renamed')
  await card.getByRole('button', { name: 'Playlist actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete playlist' }).click()
  await expect(card).toHaveCount(0)
  const undone: string[] = []
  page.on('request', (request) => void (request.url().includes('/restore/') && undone.push(request.url())))
  await page.getByRole('button', { name: 'Undo' }).dblclick()
  await expect(card).toContainText('Renamed')
  expect(undone).toHaveLength(1)
  await page.goto(`/profile/${signedIn.username}/playlists`)
  await expect(card).toContainText('Renamed')

  await sidebar(page).getByRole('link', { name: 'Home' }).click()
  await saveFromCard(page, film.title)
  await sidebar(page).getByRole('link', { name: 'Playlists' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your Playlists' })).toBeVisible()
  const playlists = page.getByRole('list', { name: 'Playlists' }).getByRole('article')
  await expect(playlists.filter({ hasText: 'Birds' })).toContainText('1 video')
  await expect(playlists.filter({ hasText: 'Watch later' })).toContainText('0 videos')
  const own = await signedIn.client.call(api.playlists.list, { query: {} })
  expect(own.data.playlists.map(({ name }) => name).sort()).toEqual(['Birds', 'Renamed', 'Watch later'])
})

/** Saves the video to Watch later with one click and to a new playlist, and then unchecks Watch later. */
async function saveFromCard(page: Page, videoTitle: string): Promise<void> {
  const card = cardOf(page, videoTitle)
  await card.hover()
  await card.getByRole('button', { name: 'Watch later' }).click()
  await expectToast(page, 'Saved to Watch later')
  await card.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Save to playlist' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save to playlist' })
  const watchLater = dialog.getByRole('checkbox', { name: 'Watch later' })
  await expect(watchLater).toBeChecked()
  await dialog.getByRole('button', { name: 'New playlist' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Birds')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Birds' })).toBeChecked()
  await watchLater.uncheck()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

test('the owner reorders by dragging and by keyboard, with announcements, and undoes a removal', async ({
  page,
  manyVideos,
  signedIn: { client },
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  const videos = manyVideos.slice(0, 4)
  const [first = '', second = '', third = '', fourth = ''] = videos.map((video) => video.title)
  const id = await makePlaylist(client, 'Order', videos)
  const body = { description: 'Short ones' }
  const { data } = await client.call(api.playlists.update, { params: { id }, body })
  const order = () => titlesIn(client, id)
  await page.goto(`/playlist/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Order' })).toBeVisible()
  await expect(page.getByText(/^4 videos · , total duration 0:0\d$/)).toBeVisible()
  await expect(page.getByText('Updated just now')).toBeVisible()
  await expect(page.getByText('Short ones')).toBeVisible()
  await expect(main(page).getByRole('link', { name: data.playlist.owner.fullname }).last()).toBeVisible()
  const handle = (name: string) => page.getByRole('button', { name: `Reorder ${name}`, exact: true })
  await handle(first).dragTo(rows(page).nth(2), { targetPosition: { x: 200, y: 80 } })
  await expect.poll(order).toEqual([second, third, first, fourth])
  await expect(rows(page)).toContainText([second, third, first, fourth])

  await handle(fourth).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(`${fourth} picked up at position 4 of 4.`)).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText(`${fourth}, position 2 of 4.`)).toBeAttached()
  await expect(handle(fourth)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText(`${fourth} dropped at position 2 of 4.`)).toBeAttached()
  await expect.poll(order).toEqual([second, fourth, third, first])
  // Escape cancels the move.
  await page.keyboard.press('Space')
  await page.keyboard.press('End')
  await page.keyboard.press('Escape')
  await expect(rows(page)).toContainText([second, fourth, third, first])

  await rows(page).nth(1).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Remove from playlist' }).click()
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByText('3 videos')).toBeVisible()
  await expect.poll(order).toEqual([second, third, first])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(order).toEqual([second, fourth, third, first])
  await expect(rows(page)).toContainText([second, fourth, third, first])

  // A video that could not be removed reappears by itself, and Undo does not add it again.
  await page.route(/\/video\//, (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  )
  await rows(page).nth(1).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Remove from playlist' }).click()
  await expectToast(page, 'The playlist could not be changed. Please try again')
  await expect(rows(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page)).toContainText([second, fourth, third, first])
  await expect(rows(page)).toHaveCount(4)
})

test('a private playlist is made unlisted to share it, and Play all plays it with a play queue, whose position and shuffled order survive a reload', async ({
  page,
  manyVideos,
  signedIn: { client },
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/)
  const videos = manyVideos.slice(0, 3)
  const [first, second, third] = videos
  const id = await makePlaylist(client, 'In a row', videos)
  await page.goto(`/playlist/${id}`)
  await shareUnlisted(page)
  const { data } = await client.call(api.playlists.get, { params: { id }, query: {} })
  expect(data.playlist.visibility).toBe('unlisted')

  await page.getByRole('link', { name: 'Play all' }).click()
  await expect(page).toHaveURL(`/watch/${first?._id}?list=${id}`)
  const panel = playQueue(page, 'In a row')
  await expect(panel).toContainText('1 of 3')
  // At the end of a video the next one of the list follows, not the most viewed one.
  await expect(page.getByText('Up next')).toBeVisible()
  await page.getByRole('button', { name: 'Play now' }).click()
  await expect(page).toHaveURL(`/watch/${second?._id}?list=${id}`)
  await expect(title(page)).toHaveText(second?.title ?? '')
  await expect(panel).toContainText('2 of 3')
  await expect(panel.locator('[aria-current]')).toContainText(second?.title ?? '')
  await panel.getByRole('button', { name: 'Next in the list' }).click()
  await expect(page).toHaveURL(`/watch/${third?._id}?list=${id}`)
  // The list ends here.
  await expect(panel.getByRole('button', { name: 'Next in the list' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Replay' }).first()).toBeVisible()
  await expect(page.getByText('Up next')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Repeat the list' }).click()
  await expect(page.getByText('Up next')).toBeVisible()
  await panel.getByRole('button', { name: 'Repeat the list' }).click()
  await expect(panel.getByRole('button', { name: 'Next in the list' })).toBeDisabled()

  await panel.getByRole('button', { name: 'Shuffle' }).click()
  await expect(page).toHaveURL(/&shuffle=\w+$/)
  await expect(panel).toContainText('1 of 3')
  const shuffled = await panel.getByRole('listitem').allTextContents()
  // The list cannot be loaded at first.
  const address = `**${addressOf(api.playlists.get).replace(':id', id)}*`
  await page.route(address, (route) => route.abort())
  await page.reload()
  await expect(main(page).getByText('The list could not be loaded.')).toBeVisible()
  await page.unroute(address)
  await main(page).getByRole('button', { name: 'Retry' }).click()
  await expect(panel.getByRole('button', { name: 'Shuffle', pressed: true })).toBeVisible()
  await expect(panel).toContainText('1 of 3')
  await expect(panel.locator('[aria-current]')).toContainText(third?.title ?? '')
  expect(await panel.getByRole('listitem').allTextContents()).toEqual(shuffled)

  // A video that is removed from the list while it plays keeps its position in the play queue.
  await menuButton(page).click()
  await page.getByRole('menuitem', { name: 'Save to playlist' }).click()
  await page.getByRole('checkbox', { name: /In a row/ }).uncheck()
  await expect.poll(() => titlesIn(client, id)).toEqual([first?.title, second?.title])
  await page.keyboard.press('Escape')
  await expect(panel).toContainText('1 of 3')
  await expect(panel.getByRole('button', { name: 'Next in the list' })).toBeEnabled()
})

async function shareUnlisted(page: Page): Promise<void> {
  const share = main(page).getByRole('button', { name: 'Share' })
  await share.click()
  await page.getByRole('button', { name: 'Make unlisted' }).click()
  await expect(page.getByRole('dialog', { name: /^Share/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(share).toBeFocused()
}

test('a shared playlist hides private videos, fits 320 px and is accessible, and a list that the viewer may not see is ignored', async ({
  page,
  owner: { client, shown, hidden },
  // Has videos for the list of related ones.
  creator: _,
  site,
  expectErrors,
}) => {
  expectErrors(refusal(404))
  const { client: other } = await site.signUp({ fullname: 'Wren Collector' })
  await client.call(api.videos.update, { params: { id: hidden._id }, form: visibility('unlisted') })
  const id = await makePlaylist(other, 'Shared with everyone', [hidden, shown], 'public')
  await client.call(api.videos.update, { params: { id: hidden._id }, form: visibility('private') })
  await page.setViewportSize({ width: 320, height: 640 })
  await openWithoutCalls(page, `/playlist/${id}`, rows(page).first())
  await expect(rows(page)).toContainText(['Private video', shown.title])
  await expect(page.getByText(hidden.title)).toHaveCount(0)
  await expect(rows(page).getByRole('link', { name: shown.title })).toHaveAttribute(
    'href',
    `${watchPath(shown)}?list=${id}`,
  )
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('dialog').getByText(`${site.origin}/playlist/${id}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await rows(page).getByRole('link', { name: shown.title }).click()
  await expect(page).toHaveURL(`${watchPath(shown)}?list=${id}`)
  await expect(title(page)).toHaveText(shown.title)
  await expect(playQueue(page, 'Shared with everyone')).toContainText('2 of 2')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.goto('/playlists')
  await expect(page).toHaveURL(/\/auth\//)
  await enterAs(page, site, other)
  await page.goto(`/playlist/${id}`)
  await expect(rows(page).getByRole('button', { name: /^Reorder/ })).toHaveCount(2)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  const secret = await makePlaylist(client, 'Not for you', [shown])
  await page.goto(`${watchPath(shown)}?list=${secret}`)
  await expect(title(page)).toHaveText(shown.title)
  const related = page.getByRole('region', { name: 'Related videos' })
  await expect(related.getByRole('listitem').first()).toBeVisible()
  await expect(page.getByText('Not for you')).toHaveCount(0)
  await page.goto(`/playlist/${secret}`)
  await expect(title(page)).toHaveText('Playlist not found')
  await expectToast(page, "Can't get this playlist right now. Please try again.")
})

function visibility(value: string): FormData {
  const form = new FormData()
  form.append('visibility', value)
  return form
}
