import { describe, expect, test } from 'vitest'
import { actionOf, type FocusPlace, type KeyPress } from './keyboard.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})

test.each([
  [' ', { type: 'toggle-play' }],
  ['k', { type: 'toggle-play' }],
  ['K', { type: 'toggle-play' }],
  ['j', { type: 'seek-by', seconds: -10 }],
  ['l', { type: 'seek-by', seconds: 10 }],
  ['ArrowLeft', { type: 'seek-by', seconds: -5 }],
  ['ArrowRight', { type: 'seek-by', seconds: 5 }],
  ['ArrowUp', { type: 'change-volume', amount: 0.05 }],
  ['ArrowDown', { type: 'change-volume', amount: -0.05 }],
  ['m', { type: 'toggle-muted' }],
  ['f', { type: 'toggle-fullscreen' }],
  ['t', { type: 'toggle-theatre' }],
  ['c', { type: 'toggle-captions' }],
  ['i', { type: 'toggle-pip' }],
  ['r', { type: 'toggle-loop' }],
  ['>', { type: 'step-speed', direction: 1 }],
  ['<', { type: 'step-speed', direction: -1 }],
  [',', { type: 'step-frame', direction: -1 }],
  ['.', { type: 'step-frame', direction: 1 }],
  ['0', { type: 'seek-to', fraction: 0 }],
  ['9', { type: 'seek-to', fraction: 0.9 }],
  ['Home', { type: 'seek-to', fraction: 0 }],
  ['End', { type: 'seek-to', fraction: 1 }],
])('in the player %s means %o', (key, action) => {
  expect(actionOf(press(key), 'player')).toEqual(action)
})

test.each(['text', 'popup'] as FocusPlace[])('no key is handled while the focus is in a %s', (place) => {
  for (const key of [' ', 'k', 'f', 'ArrowLeft', '5', '<', '.'])
    expect(actionOf(press(key), place)).toBeUndefined()
})

test('keys with Ctrl, Cmd or Alt are left to the browser', () => {
  for (const held of ['ctrlKey', 'metaKey', 'altKey']) {
    expect(actionOf(press('f', { [held]: true }), 'player')).toBeUndefined()
  }
})

test('Ctrl and an arrow key move to another chapter, except in a text or on a slider', () => {
  const held = { ctrlKey: true }
  for (const place of ['player', 'button', 'control', 'page'] as const) {
    expect(actionOf(press('ArrowRight', held), place)).toEqual({ type: 'seek-chapter', direction: 1 })
    expect(actionOf(press('ArrowLeft', held), place)).toEqual({ type: 'seek-chapter', direction: -1 })
  }
  for (const place of ['text', 'slider'] as const)
    expect(actionOf(press('ArrowRight', held), place)).toBeUndefined()
  expect(actionOf(press('ArrowRight', { ...held, shiftKey: true }), 'page')).toBeUndefined()
  expect(actionOf(press('ArrowRight', { altKey: true }), 'page')).toBeUndefined()
})

describe('when the focus is elsewhere', () => {
  test('the space bar activates a focused button or link, and letters still work', () => {
    for (const place of ['button', 'control'] as const) {
      expect(actionOf(press(' '), place)).toBeUndefined()
      expect(actionOf(press('k'), place)).toEqual({ type: 'toggle-play' })
    }
  })

  test('the page scrolls with up, down, Home and End', () => {
    for (const key of ['ArrowUp', 'ArrowDown', 'Home', 'End']) {
      expect(actionOf(press(key), 'page')).toBeUndefined()
      expect(actionOf(press(key), 'control')).toBeUndefined()
    }
    expect(actionOf(press('ArrowRight'), 'page')).toEqual({ type: 'seek-by', seconds: 5 })
  })

  test('the arrow keys move a focused slider', () => {
    for (const key of ['ArrowUp', 'ArrowLeft', 'Home']) expect(actionOf(press(key), 'slider')).toBeUndefined()
    expect(actionOf(press('m'), 'slider')).toEqual({ type: 'toggle-muted' })
  })
})

test('keys are recognised by position on keyboards without Latin letters', () => {
  expect(actionOf(press('л', { code: 'KeyK' }), 'page')).toEqual({ type: 'toggle-play' })
  expect(actionOf(press('b', { code: 'KeyK' }), 'page')).toBeUndefined()
})

test('Shift and N play the next video, N alone does nothing', () => {
  expect(actionOf(press('N', { shiftKey: true }), 'page')).toEqual({ type: 'play-next' })
  expect(actionOf(press('P', { shiftKey: true }), 'page')).toEqual({ type: 'play-previous' })
  expect(actionOf(press('n'), 'page')).toBeUndefined()
  expect(actionOf(press('K', { shiftKey: true }), 'page')).toBeUndefined()
})
