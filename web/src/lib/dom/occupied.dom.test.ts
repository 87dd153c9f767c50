import { afterEach, expect, test } from 'vitest'
import { areKeysTaken, isOccupied } from './occupied.ts'

afterEach(() => document.body.replaceChildren())

test('a person who is typing or has a dialog or menu open is occupied; an empty focused field does not count', () => {
  document.body.innerHTML = '<input><textarea></textarea><button>Like</button>'
  const fields = document.querySelectorAll<HTMLInputElement>('input, textarea')
  for (const field of fields) {
    field.focus()
    expect(isOccupied()).toBe(false)
    expect(areKeysTaken()).toBe(true)
    field.value = 'A draft'
    expect(isOccupied()).toBe(true)
    field.blur()
    expect(isOccupied()).toBe(false)
    expect(areKeysTaken()).toBe(false)
  }
  document.body.innerHTML = '<select><option>Newest</option></select>'
  document.querySelector('select')?.focus()
  expect(isOccupied()).toBe(false)
  expect(areKeysTaken()).toBe(true)
  for (const role of ['dialog', 'alertdialog', 'menu', 'listbox']) {
    const popup = document.createElement('div')
    popup.setAttribute('role', role)
    document.body.append(popup)
    expect(isOccupied()).toBe(true)
    // The search box hides its suggestions instead of removing them.
    popup.hidden = true
    expect(isOccupied()).toBe(false)
    popup.remove()
  }
})
