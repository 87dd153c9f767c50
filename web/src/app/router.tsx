import type { QueryClient } from '@tanstack/react-query'
import { matchRoutes, Outlet, type RouteObject, useRoutes } from 'react-router'
import { preloadPlayer } from '../features/player/engine/load-hls.ts'
import './history-guard.ts'
import { type PageHandle, page } from './page.tsx'
import { Root } from './root.tsx'

const profile = page(() => import('../routes/profile.tsx'))

/** Inside the shared layout. */
const shellPages: RouteObject[] = [
  { index: true, ...page(() => import('../routes/home.tsx')) },
  { path: 'watch/:videoId', ...page(loadWatch) },
  { path: 'search', ...page(() => import('../routes/search.tsx')) },
  // The same element for both, so that a change of tabs keeps the page.
  { path: 'profile/:username/tweets?', ...profile },
  { path: 'profile/:username/playlists', ...profile },
  { path: 'playlist/:playlistId', ...page(() => import('../routes/playlist.tsx')) },
  { path: 'tweets', ...page(() => import('../routes/tweets.tsx')) },
  { path: 'tweet/:tweetId', ...page(() => import('../routes/tweet.tsx')) },
  {
    // Everything in here needs a signed-in person.
    ...page(() => import('./require-session.tsx')),
    children: [
      { path: 'playlists', ...page(() => import('../routes/playlists.tsx')) },
      { path: 'settings', ...page(() => import('../routes/settings.tsx')) },
      { path: 'subscriptions', ...page(() => import('../routes/subscriptions.tsx')) },
      { path: 'upload-video', ...page(() => import('../routes/upload-video.tsx')) },
      { path: 'notifications', ...page(() => import('../routes/notifications.tsx')) },
      { path: 'create-tweet', ...page(() => import('../routes/create-tweet.tsx')) },
      { path: 'watch-history', ...page(() => import('../routes/watch-history.tsx')) },
      { path: 'liked-videos', ...page(() => import('../routes/liked-videos.tsx')) },
    ],
  },
  { path: 'moderation/:tab?', ...page(() => import('../routes/moderation.tsx')) },
  { path: 'insights', ...page(() => import('../routes/insights.tsx')) },
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
          { path: 'unsubscribe', ...page(() => import('../routes/unsubscribe.tsx')) },
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
