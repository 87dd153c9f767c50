import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'

const shown = new WeakMap<Page, string[]>()

/**
 * Records the text of every toast in this context as it appears, or is raised again. Some disappear after a second, on
 * a busy machine perhaps before a locator has checked once.
 */
export async function recordToasts(context: BrowserContext): Promise<void> {
  await context.exposeBinding('recordToast', ({ page }, text: string) => {
    shown.set(page, [...(shown.get(page) ?? []), text])
  })
  await context.addInitScript(() => {
    const { recordToast } = window as unknown as { recordToast: (text: string) => void }
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue
        // It is made anew when the same message is raised again.
        const selector = '[data-toast-message]'
        const messages = node.matches(selector) ? [node] : node.querySelectorAll(selector)
        for (const message of messages) recordToast(message.closest('[data-toast]')?.textContent ?? '')
      }
    }).observe(document, { childList: true, subtree: true })
  })
}

/** Expects that a toast with this text was shown. Each toast satisfies only one expectation. */
export async function expectToast(page: Page, text: string, options?: { timeout: number }): Promise<void> {
  const texts = () => shown.get(page) ?? []
  await expect.poll(texts, options).toContainEqual(expect.stringContaining(text))
  const index = texts().findIndex((one) => one.includes(text))
  shown.set(page, texts().toSpliced(index, 1))
}

/** Expects that no toast with this text was shown so far. Call it after a later step, when one would be recorded. */
export function expectNoToast(page: Page, text: string): void {
  expect(shown.get(page) ?? []).not.toContainEqual(expect.stringContaining(text))
}

/** A toast that is currently visible, for tests of its appearance and buttons. */
export const toast = (page: Page, text: string): Locator => page.locator('[data-toast]', { hasText: text })
