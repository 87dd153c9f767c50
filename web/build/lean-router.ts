import type { Plugin } from 'vite'

/**
 * Leaves out what React Router has for developers (`warning(…)`; the dev server still shows it), and its forms and links
 * that nobody imports: the library names its components in assignments (`Form.displayName = …`) and creates them by
 * calls, all of which the bundler has to keep unless they are called pure.
 */
export function leanRouter(): Plugin {
  return {
    name: 'vireo-lean-router',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/].*[\\/]lib[\\/].*\.js$/ },
      handler(source, id) {
        const code = source
          .replaceAll(/^(\s*(?:if \(.*\) )?)(?=warning\()/gm, '$1/* @__PURE__ */ ')
          .replaceAll(/^\w+\.displayName = .*$/gm, '')
          .replaceAll(/^(const \w+ =) (?=\S+\.forwardRef\()/gm, '$1 /* @__PURE__ */ ')
        if (code === source && /[\\/](dom[\\/]lib|router[\\/]router)\.js$/.test(id))
          this.error('React Router is written differently now: is this plugin still needed?')
        return { code, map: null }
      },
    },
  }
}
