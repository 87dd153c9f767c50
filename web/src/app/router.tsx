import type { QueryClient } from '@tanstack/react-query'
import { matchRoutes, Outlet, type RouteObject, useRoutes } from 'react-router'
import { preloadPlayer } from '../features/player/engine/load-hls.ts'
import './history-guard.ts'
import { type PageHandle, page } from './page.tsx'
import { Root } from './root.tsx'

/** Inside the shared layout. Add the page's name to `builtPages` in paths.ts as well. */
const shellPages: RouteObject[] = [
  { index: true, ...page(() => import('../routes/home.tsx')) },
  { path: 'watch/:videoId', ...page(loadWatch) },
  { path: 'search', ...page(() => import('../routes/search.tsx')) },
  { path: 'profile/:username/tweets?', ...page(() => import('../routes/profile.tsx')) },
  { path: 'tweets', ...page(() => import('../routes/tweets.tsx')) },
  { path: 'tweet/:tweetId', ...page(() => import('../routes/tweet.tsx')) },
  {
    // Everything in here needs a signed-in person.
    ...page(() => import('./require-session.tsx')),
    children: [
      { path: 'settings', ...page(() => import('../routes/settings.tsx')) },
      { path: 'upload-video', ...page(() => import('../routes/upload-video.tsx')) },
      { path: 'create-tweet', ...page(() => import('../routes/create-tweet.tsx')) },
    ],
  },
  { path: 'moderation/:tab?', ...page(() => import('../routes/moderation.tsx')) },
  { path: '*', ...page(() => import('../routes/not-found.tsx')) },
]

const routes: RouteObject[] = [
  {
    element: <Root />,
    children: [
      {
        element: <BarePage />,
        children: [
          { path: 'auth', ...page(() => import('../routes/auth.tsx')) },
          { path: 'reset-password', ...page(() => import('../routes/reset-password.tsx')) },
        ],
      },
      { ...page(() => import('./shell/shell.tsx')), children: shellPages },
    ],
  },
]

/** The player's engine comes beside the page, not after it. */
function loadWatch() {
  preloadPlayer()
  return import('../routes/watch.tsx')
}

export function Routes() {
  return useRoutes(routes)
}

/** Loads the code of a layout and its page together; React would come to the page only afterwards. */
export async function preloadPages(path: string, queryClient: QueryClient) {
  const matches = matchRoutes(routes, path) ?? []
  const loading = matches.map(async ({ route, params }) => {
    const handle: PageHandle | undefined = route.handle
    const module = await handle?.preload()
    await module?.prepare?.(queryClient, params)
  })
  // A failure is shown by the page itself when it comes to be rendered.
  await Promise.allSettled(loading)
}

/** Without the shared layout. */
function BarePage() {
  return (
    <main id="main">
      <Outlet />
    </main>
  )
}
