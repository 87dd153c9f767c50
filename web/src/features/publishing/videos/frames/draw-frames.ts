/** The width of the largest thumbnail. */
const maxWidth = 1280
const waitMs = 8000

type FrameOptions = { count: number; signal: AbortSignal; onFrame: (image: Blob) => void }

/** Draws frames spread over the video, one after another. Fails if this browser cannot play it. */
export async function drawFrames(url: string, { count, signal, onFrame }: FrameOptions): Promise<void> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  // Otherwise files from another origin, such as an S3 store, could not be drawn.
  video.crossOrigin = 'anonymous'
  try {
    video.src = url
    await waitForEvent(video, 'loadeddata', signal)
    const duration = await findDuration(video, signal)
    for (let index = 0; index < count; index++) {
      await seek(video, (duration * (index + 0.5)) / count, signal)
      const image = await draw(video)
      // The video may have been removed in the meantime.
      signal.throwIfAborted()
      onFrame(image)
    }
  } finally {
    // Frees the decoder, of which phones have few.
    video.removeAttribute('src')
    video.load()
  }
}

/** Files recorded by a browser have no duration until read to the end. */
async function findDuration(video: HTMLVideoElement, signal: AbortSignal) {
  if (video.duration === Number.POSITIVE_INFINITY) await seek(video, Number.MAX_SAFE_INTEGER, signal)
  const { duration } = video
  if (!Number.isFinite(duration) || duration <= 0) throw new Error('The video has no duration')
  return duration
}

async function seek(video: HTMLVideoElement, time: number, signal: AbortSignal) {
  const seeked = waitForEvent(video, 'seeked', signal)
  video.currentTime = time
  await seeked
}

function waitForEvent(video: HTMLVideoElement, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = new AbortController()
    const options = { signal: done.signal }
    const end = (finish: () => void) => () => {
      clearTimeout(timer)
      done.abort()
      finish()
    }
    const fail = (reason: string) => end(() => reject(new Error(reason)))
    const timer = setTimeout(fail('The video took too long'), waitMs)
    video.addEventListener(event, end(resolve), options)
    video.addEventListener('error', fail('The video cannot be played here'), options)
    signal.addEventListener('abort', fail('Not wanted any more'), options)
  })
}

async function draw(video: HTMLVideoElement): Promise<Blob> {
  const { videoWidth, videoHeight } = video
  if (!videoWidth || !videoHeight) throw new Error('The file has no picture')
  const scale = Math.min(1, maxWidth / videoWidth)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(videoWidth * scale)
  canvas.height = Math.round(videoHeight * scale)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('The frame could not be drawn'))
    canvas.toBlob(take, 'image/jpeg', 0.85)
  })
}
