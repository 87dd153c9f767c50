import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { onTestFinished } from 'vitest'
import { ConfirmProvider } from '../src/ui/overlays/confirm.tsx'

/**
 * Renders a component inside the app's providers. For behaviour that needs neither a server nor a layout.
 */
export function renderInApp(element: ReactElement) {
  onTestFinished(cleanup)
  const router = createMemoryRouter([{ path: '*', element: <ConfirmProvider>{element}</ConfirmProvider> }])
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
