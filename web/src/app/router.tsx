import type { QueryClient } from '@tanstack/react-query'
import { createBrowserRouter, Outlet, type RouteObject, RouterContextProvider } from 'react-router'
import { preloadPlayer } from '../features/playback/player/load-hls.ts'
import { RouteError } from '../navigation/errors/route-error.tsx'
import { queryClientContext } from '../navigation/loader-context.ts'
import { ProgressLine, Root } from './root.tsx'

/**
 * Shows an error of these routes in their place and keeps the layout around it. The errorElement is on a parent route
 * because the router shows nothing for a lazy route that failed to load, even if that route has one.
 */
const contain = (children: RouteObject[]): RouteObject => ({ errorElement: <RouteError />, children })

const loadProfile = () => import('../routes/people/profile.tsx')

/** Inside the shared layout. */
const shellPages: RouteObject[] = [
  { index: true, lazy: () => import('../routes/home.tsx') },
  { path: 'watch/:videoId', lazy: loadWatch },
  { path: 'search', lazy: () => import('../routes/search.tsx') },
  // One component for both, so that changing tabs keeps the page mounted.
  { path: 'profile/:username/tweets?', lazy: loadProfile },
  { path: 'profile/:username/playlists', lazy: loadProfile },
  { path: 'playlist/:playlistId', lazy: () => import('../routes/library/playlist.tsx') },
  { path: 'tweets', lazy: () => import('../routes/tweets.tsx') },
  { path: 'tweet/:tweetId', lazy: () => import('../routes/tweet.tsx') },
  {
    // All of these routes require a session.
    lazy: () => import('../features/people/accounts/require-session.tsx'),
    children: [
      contain([
        { path: 'playlists', lazy: () => import('../routes/library/playlists.tsx') },
        { path: 'settings', lazy: () => import('../routes/people/settings.tsx') },
        { path: 'channel-comments/:tab?', lazy: () => import('../routes/people/channel-comments.tsx') },
        { path: 'subscriptions', lazy: () => import('../routes/subscriptions.tsx') },
        {
          path: 'subscriptions/manage',
          lazy: () => import('../routes/people/manage-subscriptions.tsx'),
        },
        { path: 'upload-video', lazy: () => import('../routes/publishing/upload-video.tsx') },
        { path: 'notifications', lazy: () => import('../routes/notifications.tsx') },
        { path: 'create-tweet', lazy: () => import('../routes/publishing/create-tweet.tsx') },
        { path: 'watch-history', lazy: () => import('../routes/library/watch-history.tsx') },
        { path: 'watch/:videoId/statistics', lazy: () => import('../routes/publishing/statistics.tsx') },
        { path: 'liked-videos', lazy: () => import('../routes/library/liked-videos.tsx') },
      ]),
    ],
  },
  { path: 'moderation/:tab?', lazy: () => import('../routes/staff/moderation.tsx') },
  { path: 'insights', lazy: () => import('../routes/staff/insights.tsx') },
  { path: '*', lazy: () => import('../routes/not-found.tsx') },
]

const barePages: RouteObject[] = [
  { path: 'auth', lazy: () => import('../routes/people/auth.tsx') },
  { path: 'unsubscribe', lazy: () => import('../routes/people/unsubscribe.tsx') },
  { path: 'reset-password', lazy: () => import('../routes/people/reset-password.tsx') },
]

const routes: RouteObject[] = [
  {
    element: <Root />,
    children: [
      {
        ...contain([
          { element: <BareLayout />, children: [contain(barePages)] },
          { lazy: () => import('./shell/shell.tsx'), children: [contain(shellPages)] },
        ]),
        hydrateFallbackElement: <ProgressLine />,
      },
    ],
  },
]

/** Starts loading the code and data of the page at the current address. */
export function createRouter(queryClient: QueryClient) {
  setEntryKey()
  const getContext = () => new RouterContextProvider(new Map([[queryClientContext, queryClient]]))
  return createBrowserRouter(routes, { getContext })
}

/** The router gives every visit's first location the key 'default', so visits would share values stored by key. */
function setEntryKey() {
  const state = window.history.state
  if (!state?.key) window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '')
}

/** Loads the player's engine in parallel with the page, not after it. */
function loadWatch() {
  preloadPlayer()
  return import('../routes/watch.tsx')
}

/** Without the shared layout. */
function BareLayout() {
  return (
    <main id="main">
      <Outlet />
    </main>
  )
}
