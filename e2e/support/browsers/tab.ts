import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import type * as TestingLibrary from '@testing-library/dom'
import type { Driver } from './driver.ts'
import { keyCodes } from './keys.ts'

const finder = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

/** What a person would call an element: its role and name, its label, or its text; each step is inside the last. */
export type Target = Step[]
type Step = { by: 'role' | 'label' | 'text'; role?: string; name?: string; isPattern?: boolean }
type Name = string | RegExp

const step = (by: Step['by'], name?: Name, role?: string): Target =>
  name instanceof RegExp ? [{ by, role, name: name.source, isPattern: true }] : [{ by, role, name }]
export const role = (value: string, name?: Name): Target => step('role', name, value)
export const label = (name: Name): Target => step('label', name)
export const text = (name: Name): Target => step('text', name)
export const button = (name: Name): Target => role('button', name)
export const link = (name: Name): Target => role('link', name)
export const inside = (...targets: Target[]): Target => targets.flat()

/** One tab of a browser, with a pointer and a keyboard that the page cannot tell from a person's. */
export class Tab {
  readonly driver: Driver
  readonly #origin: string

  constructor(driver: Driver, origin: string) {
    this.driver = driver
    this.#origin = origin
  }

  open(path: string): Promise<void> {
    return this.driver.open(new URL(path, this.#origin).href)
  }

  /** Calls a function in the page. It can use nothing from outside. */
  async run<Args extends unknown[], Result>(
    use: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    return (await this.driver.call(String(use), args)) as Awaited<Result>
  }

  /** Calls a function in the page with the elements of a target. */
  async of<Args extends unknown[], Result>(
    target: Target,
    use: (elements: HTMLElement[], ...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    await this.#loadFinder()
    return (await this.driver.call(withElements(use), [target, ...args])) as Awaited<Result>
  }

  async sees(target: Target): Promise<void> {
    await expect(async () => expect(await this.of(target, isShown), nameOf(target)).toBe(true)).toPass(
      patiently,
    )
  }

  async lacks(target: Target): Promise<void> {
    await expect(async () => expect(await this.of(target, isShown), nameOf(target)).toBe(false)).toPass(
      patiently,
    )
  }

  async click(target: Target): Promise<void> {
    const { x, y } = await this.#pointOf(target)
    await this.clickAt(x, y)
  }

  async clickAt(x: number, y: number): Promise<void> {
    await this.moveTo(x, y)
    await this.driver.perform([
      pointer([
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    ])
  }

  moveTo(x: number, y: number): Promise<void> {
    return this.driver.perform([
      pointer([{ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 }]),
    ])
  }

  /** Types over what a field contains. */
  async fill(target: Target, value: string): Promise<void> {
    await this.click(target)
    await this.of(target, ([field]) => (field as HTMLInputElement).select())
    await this.type(value)
  }

  type(value: string): Promise<void> {
    return this.driver.perform([keyboard([...value])])
  }

  /** Presses keys one after the other, named as `KeyboardEvent.key` names them. */
  press(...keys: string[]): Promise<void> {
    return this.driver.perform([keyboard(keys.map((key) => keyCodes[key] ?? key))])
  }

  async chooseFile(target: Target, path: string): Promise<void> {
    await expect.poll(() => this.of(target, (fields) => fields.length)).toBe(1)
    await this.driver.chooseFile(
      withElements(([field]) => field),
      [target],
      path,
    )
  }

  async #pointOf(target: Target): Promise<{ x: number; y: number }> {
    let point = { x: 0, y: 0 }
    await expect(async () => {
      const found = await this.of(target, pointToClick)
      if (typeof found === 'string') throw new Error(`${nameOf(target)} ${found}`)
      point = found
    }).toPass(patiently)
    return point
  }

  async #loadFinder(): Promise<void> {
    if (await this.run(() => 'TestingLibraryDom' in window)) return
    await this.driver.call(`() => { ${finder} }`, [])
  }
}

const patiently = { timeout: 30_000, intervals: [100] }

const nameOf = (target: Target) =>
  target.map(({ by, role, name = '' }) => `${role ?? by} “${name}”`).join(' > ')
const pointer = (actions: object[]) => ({
  type: 'pointer' as const,
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions: actions as Record<string, unknown>[],
})
const keyboard = (values: string[]) => ({
  type: 'key' as const,
  id: 'keyboard',
  actions: values.flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
})

/** The source of a function that is called with the elements of a target instead of the target. */
const withElements = <Args extends unknown[]>(use: (elements: HTMLElement[], ...args: Args) => unknown) =>
  `(target, ...args) => (${use})((${findElements})(target), ...args)`

function findElements(target: Target): HTMLElement[] {
  const { queryAllByRole, queryAllByLabelText, queryAllByText } = (
    window as unknown as { TestingLibraryDom: typeof TestingLibrary }
  ).TestingLibraryDom
  let found = [document.body]
  for (const { by, role = '', name = '', isPattern } of target) {
    const matcher = isPattern ? new RegExp(name) : name
    found = found.flatMap((root) => {
      if (by === 'label') return queryAllByLabelText(root, matcher)
      if (by === 'text') return queryAllByText(root, matcher)
      // Its own check of what is hidden takes seconds on a large page.
      return queryAllByRole(root, role, { hidden: true, ...(name && { name: matcher }) })
    })
  }
  return found.filter((element) => !element.closest('[aria-hidden="true"], [inert]'))
}

const isShown = (elements: HTMLElement[]) =>
  elements.some((element) => element.checkVisibility({ visibilityProperty: true }))

/** The middle of the element if it can be clicked there and does not move, or what prevents that. */
async function pointToClick(elements: HTMLElement[]): Promise<{ x: number; y: number } | string> {
  const [element] = elements
  if (!element || elements.length > 1) return `is there ${elements.length} times`
  if (element.matches(':disabled, [aria-disabled="true"]')) return 'is disabled'
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const before = element.getBoundingClientRect()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const { left, top, width, height } = element.getBoundingClientRect()
  if (left !== before.left || top !== before.top) return 'moves'
  const point = { x: left + width / 2, y: top + height / 2 }
  const hit = document.elementFromPoint(point.x, point.y)
  const isHit = hit && (element.contains(hit) || hit.closest('label')?.contains(element))
  return isHit ? point : `is covered by ${hit?.outerHTML.slice(0, 200)}`
}
