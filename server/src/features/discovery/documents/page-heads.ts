import {
  type Channel,
  cardSizes,
  embedSize,
  firstRowMedia,
  type Playlist,
  publicPaths,
  type Tweet,
  thumbnailAt,
  thumbnailSrcSet,
  tweetImageAt,
  type Video,
  type VideoSummary,
} from '@vireo/contract'
import type { Head } from './render-head.ts'

export const tweetsFeed = {
  type: 'application/atom+xml',
  title: 'Tweets on Vireo',
  path: publicPaths.tweetsFeed(),
}

export function profileHead({ username, fullname, bio, avatar }: Channel): Head {
  return {
    title: fullname,
    description: bio || `Videos and tweets by ${fullname}.`,
    // The tabs are parts of one page.
    path: publicPaths.channel(username),
    isIndexed: true,
    type: 'profile',
    properties: [['profile:username', username]],
    image: avatar ? { url: avatar, alt: fullname } : undefined,
    alternates: [channelFeed({ username, fullname }), channelTweetsFeed({ username, fullname })],
  }
}

type ChannelName = Pick<Channel, 'username' | 'fullname'>

const channelFeed = ({ username, fullname }: ChannelName) => ({
  type: 'application/rss+xml',
  title: `Videos by ${fullname}`,
  path: publicPaths.channelFeed(username),
})

const channelTweetsFeed = ({ username, fullname }: ChannelName) => ({
  type: 'application/atom+xml',
  title: `Tweets by ${fullname}`,
  path: publicPaths.channelTweetsFeed(username),
})

export function videoHead(video: Video, site: string): Head {
  const { _id, title, owner, visibility, isPlayable, createdAt, thumbnail } = video
  const path = publicPaths.video(_id)
  const isShared = isPlayable && visibility !== 'private'
  return {
    title,
    description: describeVideo(video),
    path,
    isIndexed: isShared && visibility === 'public',
    type: 'video.other',
    properties: [
      ['video:duration', String(Math.round(video.duration))],
      ['video:release_date', createdAt],
    ],
    image: thumbnailImage(thumbnail, title),
    ...(isShared && {
      player: { path: publicPaths.embed(_id), ...embedSize },
      alternates: [
        { type: 'application/json+oembed', title, path: publicPaths.oembed(new URL(path, site).href) },
        channelFeed(owner),
      ],
      structured: videoObject(video, site),
    }),
  }
}

/** The video as schema.org data for search engines. */
function videoObject(video: Video, site: string): object {
  const address = (path: string) => new URL(path, site).href
  const { _id, title, owner, thumbnail, videofile } = video
  return {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: title,
    description: describeVideo(video),
    ...(thumbnail && { thumbnailUrl: address(thumbnailAt(thumbnail, 1280, 'jpeg')) }),
    uploadDate: video.createdAt,
    duration: toIsoDuration(video.duration),
    url: address(publicPaths.video(_id)),
    embedUrl: address(publicPaths.embed(_id)),
    ...(videofile && { contentUrl: address(videofile) }),
    author: { '@type': 'Person', name: owner.fullname, url: address(publicPaths.channel(owner.username)) },
    interactionStatistic: [
      interactions('WatchAction', video.views),
      interactions('LikeAction', video.likes),
      interactions('CommentAction', video.commentsCount),
    ],
  }
}

const describeVideo = ({ description, title, owner }: Video) =>
  description || `${title} by ${owner.fullname}.`

const interactions = (action: string, count: number) => ({
  '@type': 'InteractionCounter',
  interactionType: { '@type': action },
  userInteractionCount: count,
})

/** As in ISO 8601: `PT1H2M3S`. */
function toIsoDuration(seconds: number): string {
  const whole = Math.round(seconds)
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${whole % 60}S`
}

export function tweetHead({ _id, content, owner, pictures, createdAt }: Tweet): Head {
  const [picture] = pictures
  return {
    title: `Tweet by ${owner.fullname}`,
    description: content,
    path: publicPaths.tweet(_id),
    isIndexed: true,
    type: 'article',
    properties: [['article:published_time', createdAt]],
    image: picture && {
      url: tweetImageAt(picture.url, 1920),
      alt: picture.alt || content,
      width: picture.width,
      height: picture.height,
    },
    alternates: [channelTweetsFeed(owner)],
  }
}

export function playlistHead({ _id, name, description, owner, visibility, thumbnail }: Playlist): Head {
  return {
    title: name,
    description: description || `A playlist by ${owner.fullname}.`,
    path: publicPaths.playlist(_id),
    isIndexed: visibility === 'public',
    image: thumbnailImage(thumbnail, name),
  }
}

const thumbnailImage = (thumbnail: string | null, alt: string): Head['image'] =>
  thumbnail ? { url: thumbnailAt(thumbnail, 1280, 'jpeg'), alt, width: 1280, height: 720 } : undefined

/** The pictures of the first cards, each for the window widths at which it is in the first row. */
export const firstRow = (videos: Pick<VideoSummary, 'thumbnail'>[]): Head['pictures'] =>
  firstRowMedia.flatMap((media, index) => {
    const thumbnail = videos[index]?.thumbnail
    return thumbnail ? [{ srcSet: thumbnailSrcSet(thumbnail, 'avif'), sizes: cardSizes, media }] : []
  })
