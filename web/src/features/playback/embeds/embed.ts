// The script of embed.html, without React: pages of other sites should load no more than a player.
import { type AnyEndpoint, api, type EmbeddedVideo, thumbnailAt, urlOf } from '@vireo/contract'
import { preloadPlayer } from '../player/load-hls.ts'
import { watchPlaying } from '../player/playback-events/watch-playing.ts'
import { startControls } from './controls.ts'
import { byId } from './elements.ts'
import { connectToParent } from './embed-messages.ts'
import { readOptions } from './embed-options.ts'
import { createEmbedPlayer } from './embed-player.ts'
import { startKeys, startPointer } from './pointer-and-keys.ts'
import { startSeekBar } from './seek-bar.ts'
import { startSettingsMenu } from './settings-menu.ts'

preloadPlayer()
const video: EmbeddedVideo = JSON.parse(byId('video').textContent ?? '')
const options = readOptions(window.location.search, video.duration)
const player = createEmbedPlayer(byId('player'), video, options)

startControls(player)
startSeekBar(player)
startSettingsMenu(player)
startPointer(player)
startKeys(player)
if (options.captions) player.setCaptions(options.captions)
const ignore = () => {}
watchPlaying(player.media, video.duration, {
  onPlaying: showInSystem,
  onPosition: ignore,
  onEnded: ignore,
  onView: () => void report(api.videos.recordView, {}),
  onPlayed: (ranges) => void report(api.statistics.recordPlayed, { ranges }),
})
connectToParent(player)
if (options.autoplay) player.play()

/** For lock screens and the like. Browsers handle their buttons themselves. */
function showInSystem() {
  if (!('mediaSession' in navigator)) return
  const { title, author: artist, thumbnail } = video
  const src = thumbnail && new URL(thumbnailAt(thumbnail, 640), location.href).href
  const artwork = src ? [{ src, sizes: '640x360', type: 'image/webp' }] : []
  navigator.mediaSession.metadata = new MediaMetadata({ title, artist, artwork })
}

/** Whether this is the preview in this site's own embed dialog, where nothing is counted. */
function isPreview() {
  try {
    return window.parent !== window && window.parent.location.origin === window.origin
  } catch {
    // The page belongs to another site.
    return false
  }
}

/** As a visitor, even if the browser is signed in here. */
async function report(endpoint: AnyEndpoint, content: object) {
  // The server refuses reports of a sandboxed frame, which has no origin.
  if (window.origin === 'null' || isPreview()) return
  try {
    const response = await fetch(urlOf(endpoint, { params: { id: video._id } }), {
      method: endpoint.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ viewToken: video.viewToken, ...content }),
      credentials: 'omit',
      // Sent even when the page is being closed.
      keepalive: true,
    })
    // An unread response would keep its connection busy.
    await response.text()
  } catch {
    // Not counted; the video plays on.
  }
}
