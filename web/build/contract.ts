import type { ESTree, Plugin } from 'vite'

/** What only the server asks an endpoint. */
const forServer = new Set(['auth', 'summary', 'params', 'query', 'body', 'files', 'headers', 'check', 'data'])

/**
 * Leaves of each endpoint what a browser uses: how to call it and what it says. The contract's schemas, and the
 * library that they are written with, then have no reader and are left out of the bundle.
 */
export function contract(): Plugin {
  return {
    name: 'vireo-contract',
    apply: 'build',
    // After TypeScript is gone.
    enforce: 'post',
    transform: {
      filter: { id: /[\\/]contract[\\/]src[\\/].*\.ts$/ },
      handler(code) {
        const edits: Edits = new Map()
        visit(this.parse(code), (node) => {
          if (node.type !== 'CallExpression') return
          edits.set(node.start, { end: node.start, text: '/* @__PURE__ */ ' })
          const [argument] = node.arguments
          const isEndpoint = node.callee.type === 'Identifier' && node.callee.name === 'endpoint'
          if (isEndpoint && argument?.type === 'ObjectExpression') dropProperties(argument, edits)
        })
        return { code: apply(code, edits), map: null }
      },
    },
  }
}

type Node = ESTree.Node
/** By where they start. */
type Edits = Map<number, { end: number; text: string }>

function dropProperties({ properties }: ESTree.ObjectExpression, edits: Edits) {
  for (const [index, property] of properties.entries()) {
    const name = property.type === 'Property' && property.key.type === 'Identifier' && property.key.name
    const end = properties[index + 1]?.start ?? property.end
    if (name && forServer.has(name)) edits.set(property.start, { end, text: '' })
  }
}

/** All that runs when the module is loaded: it only declares, so nothing of it is missed when nobody reads it. */
function visit(node: Node, look: (node: Node) => void) {
  if (node.type === 'ArrowFunctionExpression' || node.type.startsWith('Function')) return
  look(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') visit(child, look)
    }
  }
}

function apply(code: string, edits: Edits) {
  let result = ''
  let position = 0
  for (const [start, { end, text }] of [...edits].sort(([a], [b]) => a - b)) {
    // Inside of what is dropped already.
    if (start < position) continue
    result += code.slice(position, start) + text
    position = end
  }
  return result + code.slice(position)
}
