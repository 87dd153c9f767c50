import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useLocation, useNavigate } from 'react-router'
import { expect, it } from 'vitest'
import { renderInApp } from '../../test/render.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../ui/overlays/menu.tsx'
import { useNavigationFocus } from './use-navigation-focus.ts'

it('a new page takes the focus, but not from a menu that was opened while it loaded, because that would close the menu', async () => {
  const user = userEvent.setup()
  renderInApp(<PageWithMenu />)
  await user.click(screen.getByRole('button', { name: 'Go' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: '/page' })))

  await user.click(screen.getByRole('button', { name: 'Menu' }))
  const item = await screen.findByRole('menuitem', { name: 'Upload' })
  goOn()
  await screen.findByText('/next')
  expect(screen.getByRole('menu').contains(document.activeElement)).toBe(true)
  expect(item.isConnected).toBe(true)
})

let goOn = () => {}

function PageWithMenu() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useNavigationFocus()
  goOn = () => void navigate('/next')
  return (
    <main>
      <h1>{pathname}</h1>
      <button type="button" onClick={() => navigate('/page')}>
        Go
      </button>
      <Menu>
        <MenuTrigger>
          <button type="button">Menu</button>
        </MenuTrigger>
        <MenuContent>
          <MenuItem>Upload</MenuItem>
        </MenuContent>
      </Menu>
    </main>
  )
}
