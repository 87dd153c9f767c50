import { mergeTests } from '@playwright/test'
import { withShow } from '../actions/player.ts'
import { withOwner } from '../actions/profile.ts'
import { withLibrary } from '../actions/search.ts'
import { withTweets } from '../actions/tweets.ts'
import { withStage } from '../actions/watch.ts'

/** Used by every spec, because for other worker fixtures Playwright would start another worker, and so another site. */
export const test = mergeTests(withStage, withShow, withTweets, withLibrary, withOwner)
export { expect } from '@playwright/test'
