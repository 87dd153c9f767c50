import { describe, expect, it } from 'vitest'
import { findCircles, type Import, listFiles, listImports, listSources, read, writesSql } from './sources.ts'

/** The groups of features, in import order: each may import only itself and the groups before it. */
const groups = {
  server: [
    'core',
    'people',
    'publishing',
    'community',
    'library',
    'inbox',
    'discovery',
    'staff',
    'lifecycle',
  ],
  web: ['inbox', 'people', 'playback', 'publishing', 'community', 'library', 'pages', 'staff'],
}
const sides = ['server', 'web'] as const
type Side = (typeof sides)[number]

const imports = { server: listImports('server/src'), web: listImports('web/src') }

/** The group and the feature that a path belongs to; undefined for other parts of the program. */
function placeOf(path: string) {
  const [, group, feature] = /\/src\/features\/([^/]+)\/([^/]+)\//.exec(path) ?? []
  return group && feature ? { group, feature: `${group}/${feature}` } : undefined
}

/** The imports of one feature by another. */
const between = (side: Side) =>
  imports[side].flatMap((one) => {
    const [from, to] = [placeOf(one.from), placeOf(one.to)]
    return from && to && from.feature !== to.feature ? [{ ...one, fromPlace: from, toPlace: to }] : []
  })
const describeImports = (found: Import[]) => found.map(({ from, to }) => `${from} imports ${to}`)

describe.each(sides)('features of the %s', (side) => {
  it('are each in one of the groups', () => {
    const found = listFiles(`${side}/src/features`, /./)
    expect(found.length).toBeGreaterThan(200)
    expect(found.filter((path) => !placeOf(path))).toEqual([])
    expect([...new Set(found.map((path) => placeOf(path)?.group))].sort()).toEqual([...groups[side]].sort())
  })

  it('import features of their own group and of groups before it', () => {
    const rank = (group: string) => groups[side].indexOf(group)
    const found = between(side)
    expect(found.length).toBeGreaterThan(100)
    const wrong = found.filter(({ fromPlace, toPlace }) => rank(toPlace.group) > rank(fromPlace.group))
    expect(describeImports(wrong)).toEqual([])
  })

  it('do not import each other in a circle', () => {
    const edges = between(side).map(({ fromPlace, toPlace }) => [fromPlace.feature, toPlace.feature] as const)
    expect(findCircles(edges)).toEqual([])
  })

  it('are explained by group in the architecture', () => {
    const text = read('docs/architecture.md')
    for (const group of groups[side]) expect(text).toMatch(new RegExp(`\\*\\*${group}\\*\\* `))
  })
})

describe('features of the server', () => {
  it('write SQL in their queries, access rules and fragments', () => {
    const writers = listSources('server/src/features').filter(writesSql)
    expect(writers.length).toBeGreaterThan(30)
    expect(writers.filter((path) => !/\.(queries|access|fragments)\.ts$/.test(path))).toEqual([])
  })

  it('do not use the routes of another feature', () => {
    const wrong = between('server').filter(({ to }) => to.endsWith('.routes.ts'))
    expect(describeImports(wrong)).toEqual([])
  })
})

it('a page of the web is used by routes and the layout only, not by another page', () => {
  const wrong = between('web').filter(({ toPlace }) => toPlace.group === 'pages')
  expect(describeImports(wrong)).toEqual([])
})
