import { mergeTests } from '@playwright/test'
import { withShow } from './player.ts'
import { withOwner } from './profile.ts'
import { withLibrary } from './search.ts'
import { withTweets } from './tweets.ts'
import { withStage } from './watch.ts'

/** Used by every spec: Playwright would start another worker, and so another site, for other worker fixtures. */
export const test = mergeTests(withStage, withShow, withTweets, withLibrary, withOwner)
export { expect } from '@playwright/test'
