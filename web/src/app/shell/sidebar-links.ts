import { Clock, Heart, House, ListVideo, type LucideIcon, MessageSquare } from 'lucide-react'
import { paths } from '../paths.ts'

type SidebarLink = {
  label: string
  path: string
  icon: LucideIcon
  /** Visitors are sent to sign in instead. */
  isPersonal: boolean
}

export const sidebarLinks: SidebarLink[] = [
  { label: 'Home', path: paths.home(), icon: House, isPersonal: false },
  { label: 'Tweets', path: paths.tweets(), icon: MessageSquare, isPersonal: false },
  { label: 'Watch History', path: paths.watchHistory(), icon: Clock, isPersonal: true },
  { label: 'Liked Videos', path: paths.likedVideos(), icon: Heart, isPersonal: true },
  { label: 'Playlists', path: paths.playlists(), icon: ListVideo, isPersonal: true },
]
