import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { pageModules } from './page-files.ts'

const { app, shell, home, watch, auth, earlyVideo } = pageModules

const own = /[\\/]web[\\/]src[\\/]/
const early =
  /[\\/]web[\\/]src[\\/]features[\\/](playback[\\/]player[\\/]engine|pages[\\/]watch[\\/]early)[\\/]/
// Needed by the first script, which must not wait for the app.
const watchPath = /[\\/]navigation[\\/]links[\\/]watch-path\.ts$/
const player = /[\\/]web[\\/]src[\\/]features[\\/](playback[\\/]player|pages[\\/]watch)[\\/]/
const contract =
  /[\\/]contract[\\/]src[\\/](\w+|endpoints[\\/](people[\\/](accounts|sign-in)|publishing[\\/]videos))\.ts$/
const history = /[\\/]contract[\\/]src[\\/]endpoints[\\/]library[\\/]history\.ts$/
// The forms of the first pages need it, and so does the player.
const plainLine = /[\\/]contract[\\/]src[\\/]rules[\\/]core[\\/]plain-line\.ts$/
const vendor =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](query-core|react-query))[\\/]/

interface Group {
  name: string
  takes: (id: string, isNeededBy: (page: string) => boolean) => boolean
  /** How many lazily loaded modules must need a module. */
  minShareCount?: number
}

/** Takes the web's modules by the pages that need them, so that a new module needs no entry here. */
const byPages = (takes: (isNeededBy: (page: string) => boolean) => boolean) => ({
  takes: (id: string, isNeededBy: (page: string) => boolean) => own.test(id) && takes(isNeededBy),
})

/**
 * Which modules share a file. A module goes to the first group that takes it, with its imports that no earlier group
 * has taken. Without groups each page would load dozens of small files.
 */
const groups: Group[] = [
  // The code that starts a video before its page, without React: first the part the app also needs, then the rest.
  {
    name: 'start',
    takes: (id, isNeededBy) =>
      contract.test(id) ||
      id.includes('vite/preload-helper') ||
      watchPath.test(id) ||
      (own.test(id) && !early.test(id) && isNeededBy(earlyVideo)),
  },
  { name: 'early', takes: (id) => early.test(id) },
  // Changed only by an upgrade, so its hash stays the same over most releases.
  { name: 'vendor', takes: (id) => vendor.test(id) },
  { name: 'base', takes: (id, isNeededBy) => plainLine.test(id) || (own.test(id) && isNeededBy(app)) },
  {
    name: 'controls',
    ...byPages((isNeededBy) => isNeededBy(auth) && (isNeededBy(shell) || isNeededBy(home))),
  },
  { name: 'shell', ...byPages((isNeededBy) => isNeededBy(shell) || (isNeededBy(home) && isNeededBy(watch))) },
  { name: 'forms', ...byPages((isNeededBy) => isNeededBy(auth)), minShareCount: 2 },
  { name: 'icons', takes: (id) => id.includes('lucide-react'), minShareCount: 2 },
  // Two groups, because other pages need the first one too.
  {
    name: 'watching',
    takes: (id, isNeededBy) => history.test(id) || (own.test(id) && !player.test(id) && isNeededBy(watch)),
    minShareCount: 2,
  },
  { name: 'player', ...byPages((isNeededBy) => isNeededBy(watch)) },
  { name: 'lists', ...byPages((isNeededBy) => isNeededBy(home)), minShareCount: 2 },
]

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  ...groups.map(({ name, takes, minShareCount = 1 }) => ({
    debugName: name,
    minShareCount,
    name: (id: string, modules: Rolldown.ChunkingContext) =>
      takes(id, (page) => importsOf(page, modules).has(id)) ? name : null,
  })),
  // Other modules that several pages need, in one file per set of pages. Small files are not merged: each new page
  // would make the first pages load more unneeded code.
  { name: 'shared', test: /[\\/](web|contract)[\\/]src[\\/]/, minShareCount: 2, entriesAware: true },
]

const importsByPage = new Map<string, Set<string>>()

/** The modules that a page imports statically, directly or through others. */
function importsOf(page: string, modules: Rolldown.ChunkingContext): Set<string> {
  const imports = importsByPage.get(page)
  if (imports) return imports
  const found = new Set<string>()
  const add = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) add(imported)
  }
  add(fileURLToPath(new URL(`../src/${page}`, import.meta.url)))
  importsByPage.set(page, found)
  return found
}

/** Fails the build when a group is empty, usually because its folder or page moved. */
export function checkChunkGroups(): Plugin {
  return {
    name: 'vireo-chunk-groups',
    apply: 'build',
    buildStart: () => importsByPage.clear(),
    generateBundle(_, bundle) {
      const made = new Set(Object.values(bundle).map((file) => file.type === 'chunk' && file.name))
      const empty = groups.filter(({ name }) => !made.has(name)).map(({ name }) => name)
      if (empty.length > 0) this.error(`These groups of modules are empty: ${empty.join(', ')}`)
    },
  }
}
