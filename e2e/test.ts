import { mergeTests } from '@playwright/test'
import { withShow } from './player.ts'
import { withOwner } from './profile.ts'
import { withLibrary } from './search.ts'
import { withTweets } from './tweets.ts'
import { withStage } from './watch.ts'

/** Used by every spec: those with other fixtures of the worker would be run by another one, with another site. */
export const test = mergeTests(withStage, withShow, withTweets, withLibrary, withOwner)
export { expect } from '@playwright/test'
