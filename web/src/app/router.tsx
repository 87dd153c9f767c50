import type { QueryClient } from '@tanstack/react-query'
import { createBrowserRouter, Outlet, type RouteObject, RouterContextProvider } from 'react-router'
import { preloadPlayer } from '../features/playback/player/load-hls.ts'
import { RouteError } from '../navigation/errors/route-error.tsx'
import { queryClientContext } from '../navigation/loader-context.ts'
import { ProgressLine, Root } from './root.tsx'

/**
 * An error of one of these routes is shown in its place, and the layout around it stays. A route of its own:
 * the router shows nothing in place of a lazy route that could not be loaded, even if that has an errorElement.
 */
const contain = (children: RouteObject[]): RouteObject => ({ errorElement: <RouteError />, children })

const loadProfile = () => import('../routes/people/profile.tsx')

/** Inside the shared layout. */
const shellPages: RouteObject[] = [
  { index: true, lazy: () => import('../routes/home.tsx') },
  { path: 'watch/:videoId', lazy: loadWatch },
  { path: 'search', lazy: () => import('../routes/search.tsx') },
  // The same component for both, so that a change of tabs keeps the page.
  { path: 'profile/:username/tweets?', lazy: loadProfile },
  { path: 'profile/:username/playlists', lazy: loadProfile },
  { path: 'playlist/:playlistId', lazy: () => import('../routes/library/playlist.tsx') },
  { path: 'tweets', lazy: () => import('../routes/tweets.tsx') },
  { path: 'tweet/:tweetId', lazy: () => import('../routes/tweet.tsx') },
  {
    // Everything in here needs a signed-in person.
    lazy: () => import('../features/people/accounts/require-session.tsx'),
    children: [
      contain([
        { path: 'playlists', lazy: () => import('../routes/library/playlists.tsx') },
        { path: 'settings', lazy: () => import('../routes/people/settings.tsx') },
        { path: 'subscriptions', lazy: () => import('../routes/subscriptions.tsx') },
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

/** Starts to load the code and data of the page at the current address. */
export function createRouter(queryClient: QueryClient) {
  giveEntryKey()
  const getContext = () => new RouterContextProvider(new Map([[queryClientContext, queryClient]]))
  return createBrowserRouter(routes, { getContext })
}

/** The router calls the first location of every visit 'default': without a key of its own it would share what is kept by key. */
function giveEntryKey() {
  const state = window.history.state
  if (!state?.key) window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '')
}

/** The player's engine is loaded at the same time as the page, not after it. */
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
