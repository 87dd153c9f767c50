import { createBrowserRouter, type RouteObject } from 'react-router'
import { page } from './page.ts'
import { Root } from './root.tsx'
import { RouteError } from './route-error.tsx'

/** Inside the shared layout. Add the page's name to `builtPages` in paths.ts as well. */
const shellPages: RouteObject[] = [
  { index: true, ...page(() => import('../routes/home.tsx')) },
  {
    // Everything in here needs a signed-in person.
    ...page(() => import('./require-session.tsx')),
    children: [{ path: 'settings', ...page(() => import('../routes/settings.tsx')) }],
  },
  { path: '*', ...page(() => import('../routes/not-found.tsx')) },
]

export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: RouteError,
    // Nothing yet: the background is already right, and the first page's code is about to arrive.
    HydrateFallback: () => null,
    children: [
      { path: 'auth', ...page(() => import('../routes/auth.tsx')) },
      { path: 'reset-password', ...page(() => import('../routes/reset-password.tsx')) },
      { ...page(() => import('./shell/shell.tsx')), children: shellPages },
    ],
  },
])
