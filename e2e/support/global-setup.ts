import { buildWeb } from '../../scripts/build-web.ts'
import { makeReadyVideos } from '../../server/test/content/ready-videos.ts'

// Both take a few milliseconds when nothing has changed.
// biome-ignore lint/style/noDefaultExport: required by Playwright
export default async function prepare(): Promise<void> {
  buildWeb()
  await makeReadyVideos()
}
