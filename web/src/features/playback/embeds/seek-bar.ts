import { type Chapter, chaptersOf } from '@vireo/contract'
import { formatDuration } from '../../../lib/text/format.ts'
import { bufferedUntil, chapterAt, keySteps } from '../player/controls/seek/seek.ts'
import { cueAt, loadStoryboard, type StoryboardCue } from '../player/controls/seek/storyboard.ts'
import { byId } from './elements.ts'
import type { EmbedPlayer } from './embed-player.ts'

/** The bar for pointers, and a hidden slider in it for the keyboard and screen readers. */
export function startSeekBar(player: EmbedPlayer) {
  const { media, video, timeNow, durationNow } = player
  const bar = byId('seek')
  const slider = byId<HTMLInputElement>('seek-slider')
  const chapters = chaptersOf(video.description, video.duration)
  const render = () => {
    const [time, length] = [timeNow(), durationNow()]
    const title = chapterAt(chapters, time)?.title
    slider.max = String(Math.max(1, Math.round(length)))
    slider.value = String(Math.floor(time))
    slider.ariaValueText = `${formatDuration(time)} of ${formatDuration(Math.round(length))}${title ? `, ${title}` : ''}`
    bar.style.setProperty('--buffered', String(bufferedUntil(media) / Math.max(1, length)))
    if (bar.dataset.dragging === undefined)
      bar.style.setProperty('--position', String(Math.min(1, time / Math.max(1, length))))
  }
  for (const type of ['timeupdate', 'progress', 'seeking', 'durationchange', 'emptied', 'ended'])
    media.addEventListener(type, render)
  slider.addEventListener('input', () => player.seekTo(slider.valueAsNumber))
  slider.addEventListener('keydown', (event) => {
    const step = keySteps[event.key]
    if (step === undefined) return
    event.preventDefault()
    player.seekTo(timeNow() + step)
  })
  followPointer(bar, player, createPreview(video.storyboard, chapters))
  render()
}

function followPointer(bar: HTMLElement, player: EmbedPlayer, preview: ReturnType<typeof createPreview>) {
  const fractionAt = ({ clientX }: PointerEvent) => {
    const { left, width } = bar.getBoundingClientRect()
    return Math.min(1, Math.max(0, (clientX - left) / width))
  }
  const isDragging = () => bar.dataset.dragging !== undefined
  const point = (event: PointerEvent) => {
    const fraction = fractionAt(event)
    if (isDragging()) bar.style.setProperty('--position', String(fraction))
    preview.show(fraction, fraction * player.durationNow())
  }
  const endDrag = (event: PointerEvent) => {
    if (!isDragging()) return
    delete bar.dataset.dragging
    if (event.type === 'pointerup') player.seekTo(fractionAt(event) * player.durationNow())
    if (event.pointerType === 'touch') preview.hide()
  }
  bar.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    bar.setPointerCapture(event.pointerId)
    bar.dataset.dragging = ''
    point(event)
  })
  bar.addEventListener('pointermove', point)
  bar.addEventListener('pointerup', endDrag)
  bar.addEventListener('pointercancel', endDrag)
  bar.addEventListener('pointerleave', () => !isDragging() && preview.hide())
}

/** The picture, the chapter and the time under the pointer. The pictures are loaded when they are first needed. */
function createPreview(storyboard: string | null, chapters: readonly Chapter[]) {
  const [box, frame, text] = [byId('preview'), byId('frame'), byId('preview-text')]
  let cues: StoryboardCue[] = []
  let isRequested = false
  const load = async () => {
    isRequested = true
    // Without pictures, only the time is shown.
    cues = storyboard ? await loadStoryboard(storyboard).catch(() => []) : []
  }
  const drawFrame = (time: number) => {
    const cue = cueAt(cues, time)
    frame.hidden = !cue
    if (!cue) return
    Object.assign(frame.style, {
      width: `${cue.width}px`,
      height: `${cue.height}px`,
      backgroundImage: `url("${cue.sheet}")`,
      backgroundPosition: `-${cue.x}px -${cue.y}px`,
    })
  }
  return {
    show(fraction: number, time: number) {
      if (!isRequested) void load()
      const title = chapterAt(chapters, time)?.title
      text.textContent = [title, formatDuration(time)].filter(Boolean).join(' · ')
      drawFrame(time)
      box.hidden = false
      const half = box.offsetWidth / 2
      box.style.left = `clamp(0px, calc(${fraction * 100}% - ${half}px), calc(100% - ${2 * half}px))`
    },
    hide: () => {
      box.hidden = true
    },
  }
}
