import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Menu, MenuContent, MenuItem, MenuTrigger } from './menu.tsx'

test('releasing the press that opened a menu chooses nothing, even over an item', () => {
  const select = vi.fn()
  render(
    <Menu>
      <MenuTrigger>
        <button type="button">Open</button>
      </MenuTrigger>
      <MenuContent>
        <MenuItem onSelect={select}>Remove</MenuItem>
      </MenuContent>
    </Menu>,
  )
  fireEvent.pointerDown(screen.getByRole('button', { name: 'Open' }), { button: 0, pointerType: 'mouse' })
  const item = screen.getByRole('menuitem', { name: 'Remove' })
  fireEvent.pointerUp(item, { button: 0, pointerType: 'mouse' })
  expect(select).not.toHaveBeenCalled()
  fireEvent.click(item)
  expect(select).toHaveBeenCalledOnce()
})
