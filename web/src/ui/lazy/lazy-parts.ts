import type { ComponentType } from 'react'
import { createLoader } from '../../lib/loading/loader.ts'
import { createPart } from './lazy-part.tsx'

/**
 * For several parts of one file: `const part = lazyParts(() => import(…))`, then `part((m) => m.OneOfThem)`. Once one
 * is loaded, so are the others, even without a connection.
 */
export function lazyParts<Code>(importCode: () => Promise<Code>) {
  const loadCode = createLoader(importCode)
  return <Props extends object>(pick: (code: Code) => ComponentType<Props>) =>
    createPart(() => loadCode().then(pick))
}
