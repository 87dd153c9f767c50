import type { ExportedAccountRow } from './archive-account.queries.ts'

interface ReadmeFacts {
  account: ExportedAccountRow
  site: string
  madeAt: Date
  withFiles: boolean
  /** The names of files that were not found. */
  missing: string[]
}

const contents = `profile.json        your account, settings, sessions, devices, unfinished uploads, drafts of
                    videos, subscriptions, and whom and what you blocked or hid
videos.json         the videos you published, with their details
tweets.json         your tweets
comments.json       your comments and replies
likes.json          the videos, tweets and comments you liked
watch-history.json  the videos you watched
playlists.json      your playlists and the videos in them
reports.json        what you reported to the moderators
notifications.json  what you were told about yourself and your channel, newest first`

const files = `
videos/             the files of your videos: the original where it is still kept, else the best version
captions/           the captions of your videos, by their language
pictures/           your profile picture, cover image, thumbnails and the images of your tweets`

const excluded = `Not in this archive:

- passwords, keys and addresses of devices, and other secrets
- what you deleted, and what moderators removed
- what moderators noted, and what others reported about you
- notifications about things that you can no longer see, and about new videos and tweets of channels
- how far you have read those notifications and the feed of your subscriptions
- short-lived data, such as mailed codes and the counters of rate limits`

/** For the person who opens the archive. */
export function writeReadme({ account, site, madeAt, withFiles, missing }: ReadmeFacts): string {
  const parts = [
    'Your data on Vireo',
    `For ${account.fullname} (@${account.username}, ${account.email})\nMade at ${madeAt.toISOString()}\nBy ${site}`,
    `In this archive:\n\n${contents}${withFiles ? files : ''}`,
    'The lists are JSON, which any text editor shows. Times are in UTC.\nWhat others have deleted or made private since then is listed with its id only, and "isAvailable" is false.',
    excluded,
  ]
  if (!withFiles) parts.push('You asked for it without the files of videos and pictures.')
  if (missing.length > 0) parts.push(`These files were not found and are left out:\n\n${missing.join('\n')}`)
  return `${parts.join('\n\n')}\n`
}
