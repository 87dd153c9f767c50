import { auto, autoLabel, listQualities } from '../player/engine/settings/qualities.ts'
import { isSpeed, speedLabel, speeds } from '../player/engine/settings/speeds.ts'
import { byId } from './elements.ts'
import type { EmbedPlayer } from './embed-player.ts'

type Option = { value: string; label: string }

/** Speed, quality and captions, as native lists, which can be larger than the frame. */
export function startSettingsMenu(player: EmbedPlayer) {
  const { media, playback, video } = player
  const qualities = listQualities(video.renditions)
  const render = () => {
    const { chosenQuality, quality, canChooseQuality } = playback.state.get()
    fill('speed', speedOptions, String(media.playbackRate))
    const names = qualities.map((name) => ({ value: name, label: name }))
    const first = { value: auto, label: chosenQuality === auto ? autoLabel(quality) : 'Auto' }
    fill('quality', canChooseQuality ? [first, ...names] : [], chosenQuality)
    const tracks = video.captions.map(({ label }) => ({ value: label, label }))
    fill('captions', tracks.length > 0 ? [{ value: '', label: 'Off' }, ...tracks] : [], shownLabel(player))
  }
  media.addEventListener('ratechange', render)
  media.textTracks.addEventListener('change', render)
  playback.state.subscribe(render)
  onChoice('speed', (value) => {
    const speed = Number(value)
    if (isSpeed(speed)) player.setSpeed(speed)
  })
  onChoice('quality', playback.choose)
  onChoice('captions', player.chooseCaptions)
  handleOpening()
  render()
}

const speedOptions = speeds.map((speed) => ({ value: String(speed), label: speedLabel(speed) }))

const shownLabel = ({ shownCaptions }: EmbedPlayer) => shownCaptions()?.label ?? ''

/** A list without options is left out. */
function fill(id: string, options: readonly Option[], value: string) {
  const select = byId<HTMLSelectElement>(id)
  const row = select.parentElement
  if (row) row.hidden = options.length === 0
  const isSame =
    select.options.length === options.length &&
    options.every(({ label }, index) => select.options[index]?.label === label)
  if (!isSame) select.replaceChildren(...options.map(({ label, value }) => new Option(label, value)))
  select.value = value
}

function onChoice(id: string, choose: (value: string) => void) {
  const select = byId<HTMLSelectElement>(id)
  select.addEventListener('change', () => choose(select.value))
}

/** Closes with its button, Escape or a press outside. The focus moves into it and back to the button. */
function handleOpening() {
  const [menu, button] = [byId('menu'), byId('settings')]
  const setOpen = (isOpen: boolean) => {
    const wasOpen = !menu.hidden
    if (isOpen === wasOpen) return
    const hadFocus = menu.contains(document.activeElement)
    menu.hidden = !isOpen
    button.ariaExpanded = String(isOpen)
    if (isOpen) menu.querySelector<HTMLElement>('label:not([hidden]) select')?.focus()
    else if (hadFocus) button.focus()
  }
  button.addEventListener('click', () => setOpen(menu.hidden === true))
  byId('close-menu').addEventListener('click', () => setOpen(false))
  menu.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') setOpen(false)
  })
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !menu.contains(target) && !button.contains(target)) setOpen(false)
  })
}
