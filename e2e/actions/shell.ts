import { readFileSync } from 'node:fs'
import { expect, type Locator, type Page } from '@playwright/test'
import { api } from '@vireo/contract'
import type { TestClient } from '../../server/test/app/client.ts'

export const phone = { width: 375, height: 700 }

export const topBar = (page: Page) => page.getByRole('banner')
export const accountMenu = (page: Page) => topBar(page).getByRole('button', { name: 'Account menu' })
export const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
export const sidebarToggle = (page: Page) => topBar(page).getByRole('button', { name: 'Toggle sidebar' })
export const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' })

/** Clicks until the dialog closes, because it starts listening for clicks on its backdrop only after it is drawn. */
export async function closeByClickAt(dialog: Locator, x: number, y: number): Promise<void> {
  await expect(async () => {
    await dialog.page().mouse.click(x, y)
    await expect(dialog).toBeHidden({ timeout: 2000 })
  }).toPass()
}

/** The address of the file with the code of a module, or of a group of modules (`web/build/chunk-groups.ts`). */
export function codeOf(name: string): string {
  const manifest: Record<string, { file: string; name?: string }> = JSON.parse(
    readFileSync(new URL('../../web/dist/.vite/manifest.json', import.meta.url), 'utf8'),
  )
  const chunk = manifest[name] ?? Object.values(manifest).find((other) => other.name === name)
  if (!chunk) throw new Error(`The build has no chunk for ${name}`)
  return `**/${chunk.file}`
}

/** Changes the speed of all CSS animations, including the progress bar of a toast, which is its timer. */
export async function playAnimations(page: Page, playbackRate: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Animation.enable')
  await devtools.send('Animation.setPlaybackRate', { playbackRate })
}

/** Subscribes to a channel, or unsubscribes from it, with the same call as its button. */
export async function subscribe(
  follower: TestClient,
  channel: TestClient,
  isSubscribed = true,
): Promise<void> {
  const { data } = await channel.call(api.accounts.currentUser)
  const params = { channelId: data._id }
  const { status } = await follower.call(api.subscriptions.toggle, { params, body: { isSubscribed } })
  expect(status).toBe(200)
}
