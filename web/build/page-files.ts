import type { Rolldown } from 'vite'

/** Modules in web/src from which the build finds the files of a page. */
export const pageModules = {
  start: 'app/start.ts',
  app: 'app/main.tsx',
  shell: 'app/shell/shell.tsx',
  home: 'routes/home.tsx',
  watch: 'routes/watch.tsx',
  auth: 'routes/people/auth.tsx',
  earlyVideo: 'features/pages/watch/early/early-video.ts',
}
/** The player's engine. It is imported on demand, but no video plays without it. */
export const engine = 'hls.js/dist/hls.light.min.mjs'

/** The chunks of these modules, and of everything that they import statically. */
export function filesOf(modules: string[], bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const found = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name))
  }
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)))
    if (!chunk) throw new Error(`${module} is in no chunk: has it moved?`)
    add(chunk)
  }
  return [...found]
}
