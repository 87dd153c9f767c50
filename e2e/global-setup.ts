import { buildWeb } from '../scripts/build-web.ts'

// Takes a few milliseconds when nothing of the web has changed.
// biome-ignore lint/style/noDefaultExport: Playwright demands it
export default buildWeb
