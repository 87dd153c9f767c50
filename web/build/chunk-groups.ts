import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { pageModules } from './page-files.ts'

const { app, shell, home, watch, auth, earlyVideo } = pageModules

const own = /[\\/]web[\\/]src[\\/]/
const early =
  /[\\/]web[\\/]src[\\/]features[\\/](playback[\\/]player[\\/]engine|pages[\\/]watch[\\/]early)[\\/]/
// The first script needs it, which must not wait for the app.
const watchPath = /[\\/]navigation[\\/]links[\\/]watch-path\.ts$/
const player = /[\\/]web[\\/]src[\\/]features[\\/](playback[\\/]player|pages[\\/]watch)[\\/]/
const contract =
  /[\\/]contract[\\/]src[\\/](\w+|endpoints[\\/](people[\\/](accounts|sign-in)|publishing[\\/]videos))\.ts$/
const history = /[\\/]contract[\\/]src[\\/]endpoints[\\/]library[\\/]history\.ts$/
const vendor =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](query-core|react-query))[\\/]/

interface Group {
  name: string
  takes: (id: string, isNeededBy: (page: string) => boolean) => boolean
  /** How many lazily loaded modules have to need a module. */
  minShareCount?: number
}

/** Takes modules of the web by the pages that need them, so that a new module needs no entry here. */
const ofPages = (takes: (isNeededBy: (page: string) => boolean) => boolean) => ({
  takes: (id: string, isNeededBy: (page: string) => boolean) => own.test(id) && takes(isNeededBy),
})

/**
 * Which modules share a file. The first group that takes a module keeps it, and also those of its imports that no group
 * before has taken. Without groups each page would load dozens of small files.
 */
const groups: Group[] = [
  // What a video needs to start before its page, without React: first what the app needs as well, then the rest.
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
  { name: 'base', ...ofPages((isNeededBy) => isNeededBy(app)) },
  {
    name: 'controls',
    ...ofPages((isNeededBy) => isNeededBy(auth) && (isNeededBy(shell) || isNeededBy(home))),
  },
  { name: 'shell', ...ofPages((isNeededBy) => isNeededBy(shell) || (isNeededBy(home) && isNeededBy(watch))) },
  { name: 'forms', ...ofPages((isNeededBy) => isNeededBy(auth)), minShareCount: 2 },
  { name: 'icons', takes: (id) => id.includes('lucide-react'), minShareCount: 2 },
  // Two groups, because other pages need the first one too.
  {
    name: 'watching',
    takes: (id, isNeededBy) => history.test(id) || (own.test(id) && !player.test(id) && isNeededBy(watch)),
    minShareCount: 2,
  },
  { name: 'player', ...ofPages((isNeededBy) => isNeededBy(watch)) },
  { name: 'lists', ...ofPages((isNeededBy) => isNeededBy(home)), minShareCount: 2 },
]

export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  ...groups.map(({ name, takes, minShareCount = 1 }) => ({
    debugName: name,
    minShareCount,
    name: (id: string, modules: Rolldown.ChunkingContext) =>
      takes(id, (page) => importsOf(page, modules).has(id)) ? name : null,
  })),
  // Whatever else several pages need, in one file for each set of pages. Small files are not merged: with every new page
  // that made the first pages load more that they do not need.
  { name: 'shared', test: /[\\/](web|contract)[\\/]src[\\/]/, minShareCount: 2, entriesAware: true },
]

const known = new Map<string, Set<string>>()

/** The modules that a page imports statically, directly or through others. */
function importsOf(page: string, modules: Rolldown.ChunkingContext): Set<string> {
  const imports = known.get(page)
  if (imports) return imports
  const found = new Set<string>()
  const add = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) add(imported)
  }
  add(fileURLToPath(new URL(`../src/${page}`, import.meta.url)))
  known.set(page, found)
  return found
}

/** Fails the build when a group is empty, as it is after its folder or page was moved. */
export function checkChunkGroups(): Plugin {
  return {
    name: 'vireo-chunk-groups',
    apply: 'build',
    buildStart: () => known.clear(),
    generateBundle(_, bundle) {
      const made = new Set(Object.values(bundle).map((file) => file.type === 'chunk' && file.name))
      const empty = groups.filter(({ name }) => !made.has(name)).map(({ name }) => name)
      if (empty.length > 0) this.error(`These groups of modules are empty: ${empty.join(', ')}`)
    },
  }
}
