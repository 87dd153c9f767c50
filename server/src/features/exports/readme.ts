import type { AccountRow } from './archive.queries.ts'

interface ReadmeFacts {
  account: AccountRow
  site: string
  madeAt: Date
  withFiles: boolean
  /** The names of files that were not found. */
  missing: string[]
}

const contents = `profile.json        your account, settings, devices, subscriptions, and whom and what you blocked or hid
videos.json         the videos you published, with their details
tweets.json         your tweets
comments.json       your comments and replies
likes.json          the videos, tweets and comments you liked
watch-history.json  the videos you watched
playlists.json      your playlists and the videos in them`

const files = `
videos/             the files of your videos: the original where it is still kept, else the best version
pictures/           your profile picture, cover image, thumbnails and the images of your tweets`

/** For the person who opens the archive. */
export function writeReadme({ account, site, madeAt, withFiles, missing }: ReadmeFacts): string {
  const parts = [
    'Your data on Vireo',
    `For ${account.fullname} (@${account.username}, ${account.email})\nMade at ${madeAt.toISOString()}\nBy ${site}`,
    `In this archive:\n\n${contents}${withFiles ? files : ''}`,
    'The lists are JSON, which any text editor shows. Times are in UTC. Lists begin with the oldest entry.\nWhat others deleted or made private since is named by its id alone: "isAvailable" is false.\nPasswords and other secrets are never part of an archive.',
  ]
  if (!withFiles) parts.push('You asked for it without the files of videos and pictures.')
  if (missing.length > 0) parts.push(`These files were not found and are left out:\n\n${missing.join('\n')}`)
  return `${parts.join('\n\n')}\n`
}
