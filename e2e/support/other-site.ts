import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { FrameLocator, Page } from '@playwright/test'
import type { Serve } from './fixtures.ts'

const docs = readFileSync(new URL('../../docs/embed.md', import.meta.url), 'utf8')
/** The helper code that other sites copy from the documentation. */
const helper = /```ts\n(export type VireoState[\s\S]*?)\n```/.exec(docs)?.[1]
if (!helper) throw new Error('docs/embed.md has no helper')
const script = stripTypeScriptTypes(helper)

interface PlayerMessage {
  event: string
  state: { time: number; paused: boolean; ended: boolean; captions: string | null }
}

interface OtherPage {
  messages: PlayerMessage[]
  player: {
    play(): void
    pause(): void
    seek(seconds: number): void
    mute(muted?: boolean): void
    setVolume(volume: number): void
    setPlaybackRate(rate: number): void
    setCaptions(language: string | null): void
    getState(): Promise<Record<string, unknown>>
  }
}

/** A page whose frame has these attributes. */
export const embeddingPage = (attributes: string) => `<!doctype html><title>Another site</title>
<iframe width="640" height="360" allow="autoplay; fullscreen; picture-in-picture" ${attributes}></iframe>
<script type="module">
${script}
window.messages = []
window.player = connectVireo(document.querySelector('iframe'), (event, state) => messages.push({ event, state }))
</script>`

/** Opens a page of another origin, whose frame has these attributes. */
export async function openOtherSite(page: Page, serve: Serve, attributes: string) {
  const port = await serve((_request, response) =>
    response.setHeader('content-type', 'text/html').end(embeddingPage(attributes)),
  )
  // The site is at 127.0.0.1, so for cookies, too, this is another site.
  await page.goto(`http://localhost:${port}`)
  const inside: FrameLocator = page.frameLocator('iframe')
  return {
    inside,
    /** The player's messages to the page. */
    messages: () => page.evaluate(() => (window as unknown as OtherPage).messages),
    /** Controls the player through the helper. */
    command: <Result>(run: (player: OtherPage['player']) => Result) =>
      page.evaluate(`(${run.toString()})(window.player)`) as Promise<Awaited<Result>>,
  }
}
