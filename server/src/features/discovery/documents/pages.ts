import { api, type PageRoute, type Role, readSearch, roles, videoSearchQuery } from '@vireo/contract'
import { firstRow, playlistHead, profileHead, tweetHead, tweetsFeed, videoHead } from './page-heads.ts'
import type { Head } from './render-head.ts'
import type { Visit } from './visit.ts'

/** The requested page. */
export interface PageLocation {
  route: PageRoute
  path: string
  /** The id or name in its address: the part of the path after the page's name. */
  id: string
  query: URLSearchParams
  /** The origin of the site. */
  site: string
}

/** A page that does not exist for this person is sent with the status 404. */
type PageHead = Head & { isMissing?: boolean }
type LoadHead = (visit: Visit, location: PageLocation) => Promise<PageHead>

const missing = (title: string): PageHead => ({ title, isMissing: true })
const missingPage = missing('Page not found')

/** The pages with a head or data of their own. They make the first calls of their components in the web. */
const pages: Partial<Record<PageRoute, LoadHead>> = {
  '/': async (visit) => {
    const list = await visit.call(api.videos.list)
    return { path: '/', isIndexed: true, alternates: [tweetsFeed], pictures: firstRow(list?.docs ?? []) }
  },
  '/watch/{videoId}': async (visit, { id, site }) => {
    const [video] = await Promise.all([
      visit.call(api.videos.get, { params: { id } }),
      visit.call(api.videos.list, { query: { sortBy: 'views', sortType: 'desc' } }),
    ])
    return video ? videoHead(video, site) : missing('Video not found')
  },
  '/tweets': async (visit) => {
    await visit.call(api.tweets.list)
    return { title: 'Tweets', path: '/tweets', isIndexed: true, alternates: [tweetsFeed] }
  },
  '/tweet/{tweetId}': async (visit, { id }) => {
    const [found] = await Promise.all([
      visit.call(api.tweets.get, { params: { id } }),
      visit.viewer &&
        visit.call(api.comments.listOfTweet, { params: { tweetId: id }, query: { sort: 'newest' } }),
    ])
    // Visitors are sent to sign in.
    if (!visit.viewer) visit.responses.clear()
    return found ? tweetHead(found.tweet) : missing('Tweet not found')
  },
  '/profile/{username}': profilePage((visit, userId) => visit.call(api.videos.list, { query: { userId } })),
  '/profile/{username}/tweets': profilePage((visit, userId) =>
    visit.call(api.tweets.list, { query: { userId } }),
  ),
  '/profile/{username}/playlists': profilePage((visit, channelId) =>
    visit.call(api.playlists.listOfChannel, { params: { channelId } }),
  ),
  '/playlist/{playlistId}': async (visit, { id }) => {
    const found = await visit.call(api.playlists.get, { params: { id } })
    return found ? playlistHead(found.playlist) : missing('Playlist not found')
  },
  '/search': async (visit, { query }) => {
    const search = readSearch(query)
    if (!search.query) return { title: 'Search', path: '/search' }
    if (search.type === 'videos') await visit.call(api.videos.list, { query: videoSearchQuery(search) })
    else await visit.call(api.tweets.list, { query: { query: search.query } })
    const path = `/search?${new URLSearchParams({ q: search.query })}`
    return { title: `Search results for: ${search.query}`, path }
  },
  '/moderation': pageOfStaff('moderator'),
  // The administrator link leads there before anybody is an administrator.
  '/moderation/{tab}': async (visit, location) =>
    location.id === 'administrator' ? {} : pageOfStaff('moderator')(visit, location),
  '/insights': pageOfStaff('admin'),
  'not found': async () => missingPage,
}

/** Loads the data of a page's first screen, and returns the head of the page. */
export async function loadPageHead(visit: Visit, location: PageLocation): Promise<PageHead> {
  const [head] = await Promise.all([pages[location.route]?.(visit, location) ?? {}, loadViewerData(visit)])
  return head
}

/** Whether all pages of a route are the same for visitors: routes without an entry in `pages`, and missing pages. */
export const isSameForAll = (route: PageRoute) => !pages[route] || route === 'not found'

async function loadViewerData(visit: Visit) {
  if (!visit.viewer) return
  await Promise.all([visit.call(api.accounts.currentUser), visit.call(api.subscriptions.listChannels)])
}

function pageOfStaff(role: Role): LoadHead {
  return async ({ viewer }) =>
    viewer && roles.indexOf(viewer.role) >= roles.indexOf(role) ? {} : missingPage
}

/** The profile with one of its tabs. */
function profilePage(loadTab: (visit: Visit, id: string) => Promise<unknown>): LoadHead {
  return async (visit, { id: username }) => {
    const channel = await visit.call(api.accounts.channel, { params: { username } })
    if (!channel) return missing('Profile not found')
    await loadTab(visit, channel._id)
    return profileHead(channel)
  }
}
