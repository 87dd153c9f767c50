import type { Plugin } from 'vite'

/**
 * Leaves out the forms and links of React Router that nobody imports. The library names its components in
 * assignments (`Form.displayName = …`) and creates them by calls, both of which the bundler has to keep.
 */
export function leanRouter(): Plugin {
  return {
    name: 'vireo-lean-router',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/].*[\\/]dom[\\/]lib\.js$/ },
      handler(source) {
        const code = source
          .replaceAll(/^\w+\.displayName = .*$/gm, '')
          .replaceAll(/^(const \w+ =) (?=\S+\.forwardRef\()/gm, '$1 /* @__PURE__ */ ')
        if (code === source)
          this.error('React Router is written differently now: is this plugin still needed?')
        return { code, map: null }
      },
    },
  }
}
