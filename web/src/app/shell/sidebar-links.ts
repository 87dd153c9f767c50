import { Clock, Heart, House, ListVideo, type LucideIcon, MessageSquare } from 'lucide-react'
import { isBuilt, type PageName, paths } from '../paths.ts'

type SidebarLink = {
  page: PageName
  label: string
  path: string
  icon: LucideIcon
  /** Visitors are sent to sign in instead. */
  isPersonal: boolean
}

const links: SidebarLink[] = [
  { page: 'home', label: 'Home', path: paths.home(), icon: House, isPersonal: false },
  { page: 'tweets', label: 'Tweets', path: paths.tweets(), icon: MessageSquare, isPersonal: false },
  { page: 'watchHistory', label: 'Watch History', path: paths.watchHistory(), icon: Clock, isPersonal: true },
  { page: 'likedVideos', label: 'Liked Videos', path: paths.likedVideos(), icon: Heart, isPersonal: true },
  { page: 'playlists', label: 'Playlists', path: paths.playlists(), icon: ListVideo, isPersonal: true },
]

export const sidebarLinks = links.filter(({ page }) => isBuilt(page))
