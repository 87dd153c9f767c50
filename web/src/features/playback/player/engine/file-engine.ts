import type { Engine, EngineOptions } from './engine.ts'
import type { Failure } from './retry-policy.ts'

/** Lets the browser itself play an address: native HLS or a plain file. */
export function startFile(media: HTMLVideoElement, options: EngineOptions): Engine {
  const { url, startAt, onFailure, onData } = options
  const listening = new AbortController()
  const { signal } = listening

  const load = (position: number) => {
    const wasPlaying = !media.paused
    media.src = url
    if (position > 0) {
      const seek = () => {
        media.currentTime = position
      }
      media.addEventListener('loadedmetadata', seek, { once: true, signal })
    }
    if (wasPlaying) media.play().catch(() => {})
  }
  const reload = () => load(media.currentTime || startAt)

  media.addEventListener('progress', onData, { signal })
  media.addEventListener(
    'error',
    async () => {
      const failure = await diagnose(media.error, url)
      if (!signal.aborted) onFailure(failure)
    },
    { signal },
  )
  load(startAt)

  return {
    kind: 'file',
    choose: () => false,
    resume: reload,
    recover: reload,
    destroy() {
      listening.abort()
      media.removeAttribute('src')
      media.load()
    },
  }
}

/** Media elements do not report whether the connection, the file or its address failed, so we send a HEAD request. */
async function diagnose(error: MediaError | null, url: string): Promise<Failure> {
  try {
    const { ok, status } = await fetch(url, { method: 'HEAD' })
    if (!ok) return { kind: 'network', isFatal: true, status }
    return { kind: error?.code === MediaError.MEDIA_ERR_NETWORK ? 'network' : 'media', isFatal: true }
  } catch {
    return { kind: 'network', isFatal: true }
  }
}
