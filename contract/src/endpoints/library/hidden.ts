import { endpoint, perMinute } from '../../endpoint.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { t } from '../../schema.ts'
import { ownerView } from '../people/accounts.ts'
import { videoSummary } from '../publishing/videos.ts'

const videoParams = t.object({ videoId: t.string() })
const channelParams = t.object({ channelId: t.string() })

export const hidden = {
  addVideo: endpoint({
    method: 'PUT',
    path: '/hidden/video/:videoId',
    auth: 'session',
    summary: 'Not interested: recommend a video no more, neither on home nor as related nor as a suggestion',
    message: 'Video hidden',
    params: videoParams,
    data: t.null(),
  }),
  removeVideo: endpoint({
    method: 'DELETE',
    path: '/hidden/video/:videoId',
    auth: 'session',
    limit: perMinute('unhide', 120),
    summary: 'Recommend a video again',
    message: 'Video shown again',
    params: videoParams,
    data: t.null(),
  }),
  listVideos: endpoint({
    method: 'GET',
    path: '/hidden/video',
    auth: 'session',
    summary: 'The videos that the signed-in person has hidden, latest first',
    message: 'Hidden videos',
    query: t.object(pageQuery),
    data: pageOf(videoSummary),
  }),
  addChannel: endpoint({
    method: 'PUT',
    path: '/hidden/channel/:channelId',
    auth: 'session',
    summary: 'Recommend nothing of a channel any more',
    message: 'Channel hidden',
    params: channelParams,
    data: t.null(),
  }),
  removeChannel: endpoint({
    method: 'DELETE',
    path: '/hidden/channel/:channelId',
    auth: 'session',
    limit: perMinute('unhide', 120),
    summary: 'Recommend a channel again',
    message: 'Channel shown again',
    params: channelParams,
    data: t.null(),
  }),
  listChannels: endpoint({
    method: 'GET',
    path: '/hidden/channel',
    auth: 'session',
    summary: 'The channels that the signed-in person has hidden, latest first',
    message: 'Hidden channels',
    query: t.object(pageQuery),
    data: pageOf(ownerView),
  }),
}
