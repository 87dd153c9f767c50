import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadHls } from '../load-hls.ts'
import { Playback } from './playback.ts'

vi.mock('../load-hls.ts', () => ({ canUseHls: () => true, loadHls: vi.fn() }))

/** What Playback uses of hls.js. */
class FakeHls {
  static readonly Events = { ERROR: 'error', FRAG_LOADED: 'data', LEVEL_SWITCHED: 'switched' }
  static readonly ErrorTypes = { NETWORK_ERROR: 'network', MEDIA_ERROR: 'media' }
  static readonly ErrorDetails = { MANIFEST_INCOMPATIBLE_CODECS_ERROR: 'codecs' }
  static readonly isSupported = () => true
  static opened: FakeHls[] = []
  static get latest() {
    const latest = FakeHls.opened.at(-1)
    if (!latest) throw new Error('No source has been opened')
    return latest
  }
  readonly levels = [{ height: 480, width: 854, name: '480p', attrs: {}, frameRate: 25 }]
  readonly #listeners = new Map<string, (event: string, data: unknown) => void>()
  url = ''
  isDestroyed = false
  startLoad = vi.fn()
  recoverMediaError = vi.fn()
  attachMedia = () => {}
  readonly config: { startPosition: number }
  constructor(config: { startPosition: number }) {
    this.config = config
    FakeHls.opened.push(this)
  }
  on(event: string, listener: (event: string, data: unknown) => void) {
    this.#listeners.set(event, listener)
  }
  loadSource(url: string) {
    this.url = url
  }
  destroy() {
    this.isDestroyed = true
  }
  emit(event: string, data: unknown = {}) {
    this.#listeners.get(event)?.(event, data)
  }
  fail(type: 'network' | 'media', status?: number) {
    this.emit('error', { type, fatal: true, response: status && { code: status } })
  }
}

const source = { hls: '/film/master.m3u8', file: '/film/film.mp4' }
const newer = { hls: '/film/master.m3u8?new', file: '/film/film.mp4?new' }

beforeEach(() => {
  vi.useFakeTimers()
  FakeHls.opened = []
  vi.mocked(loadHls).mockResolvedValue(FakeHls as never)
})
afterEach(() => void vi.useRealTimers())

/** A film that plays, 30 seconds in. */
async function startFilm({ play = async () => {}, onExpired = () => {} } = {}) {
  const media = document.createElement('video')
  media.play = vi.fn(play)
  vi.spyOn(media, 'readyState', 'get').mockReturnValue(4)
  let currentTime = 0
  vi.spyOn(media, 'currentTime', 'get').mockImplementation(() => currentTime)
  const playback = new Playback(media)
  playback.load({ source, startAt: 0, shouldPlay: true, onExpired })
  await settle()
  currentTime = 30
  return { media, playback, state: playback.state.get }
}

/** Runs everything that is due now. */
const settle = () => vi.advanceTimersByTimeAsync(0)
const refused = () => Promise.reject<void>(new DOMException('', 'NotAllowedError'))

test('a source is opened at its start, and plays', async () => {
  const { media, state } = await startFilm()
  expect(FakeHls.latest).toMatchObject({ url: source.hls, config: { startPosition: -1 } })
  expect(media.play).toHaveBeenCalledOnce()
  expect(state()).toMatchObject({ trouble: 'none', isStarting: false, canChooseQuality: true })
})

test('if the browser blocks sound, it plays muted; if it blocks that too, it stays unmuted', async () => {
  const first = vi.fn(async () => {}).mockImplementationOnce(refused)
  const { media, state } = await startFilm({ play: first })
  expect([media.muted, state().isSilenced]).toEqual([true, true])

  const none = await startFilm({ play: refused })
  expect([none.media.muted, none.state().isSilenced, none.state().isStarting]).toEqual([false, false, false])
})

test('a decoder that keeps failing is restarted, then the source is reopened at the same position, then the plain file plays', async () => {
  const { media, state } = await startFilm()
  const [first] = FakeHls.opened
  first?.fail('media')
  expect(first?.recoverMediaError).toHaveBeenCalledOnce()
  first?.fail('media')
  await settle()
  expect(first?.isDestroyed).toBe(true)
  expect(FakeHls.latest.config.startPosition).toBe(30)
  FakeHls.latest.fail('media')
  await settle()
  expect(media.src).toContain(source.file)
  expect(state()).toMatchObject({ trouble: 'none', canChooseQuality: false })
})

test('late events of an abandoned attempt change nothing', async () => {
  const { playback, state } = await startFilm()
  const [first] = FakeHls.opened
  playback.load({ source: newer, startAt: 0, shouldPlay: true })
  await settle()
  first?.fail('network')
  first?.emit('switched', { level: 0 })
  expect(state()).toMatchObject({ trouble: 'none', quality: undefined })
  expect(FakeHls.opened).toHaveLength(2)
})

test('after a lost connection the same attempt continues loading', async () => {
  const { state } = await startFilm()
  FakeHls.latest.fail('network')
  expect(state().trouble).toBe('connection')
  await vi.advanceTimersByTimeAsync(1300)
  expect(FakeHls.latest.startLoad).toHaveBeenCalledOnce()
  FakeHls.latest.emit('data')
  expect(state().trouble).toBe('none')
  expect(FakeHls.opened).toHaveLength(1)
})

test('if hls.js cannot be loaded, it is loaded again after a while', async () => {
  vi.mocked(loadHls).mockRejectedValueOnce(new Error('Offline'))
  const { state } = await startFilm()
  expect(state()).toMatchObject({ trouble: 'connection', isStarting: true })
  await vi.advanceTimersByTimeAsync(1300)
  expect(FakeHls.opened).toHaveLength(1)
  expect(state().isStarting).toBe(false)
})

test('expired addresses are replaced at the same position; if none arrive, Retry requests them again', async () => {
  const onExpired = vi.fn()
  const { playback, state } = await startFilm({ onExpired })
  FakeHls.latest.fail('network', 403)
  expect(onExpired).toHaveBeenCalledOnce()
  playback.update(newer)
  await settle()
  expect(FakeHls.latest).toMatchObject({ url: newer.hls, config: { startPosition: 30 } })

  FakeHls.latest.fail('network', 403)
  await vi.advanceTimersByTimeAsync(9900)
  expect(state().trouble).toBe('connection')
  await vi.advanceTimersByTimeAsync(200)
  expect(state().trouble).toBe('broken')
  playback.retry()
  await settle()
  expect(onExpired).toHaveBeenCalledTimes(3)
  expect(FakeHls.latest.config.startPosition).toBe(30)
  expect(state().trouble).toBe('none')
})

test('new addresses do not interrupt playback, and are used when it is played again', async () => {
  const { playback } = await startFilm()
  playback.update(newer)
  await settle()
  expect(FakeHls.opened).toHaveLength(1)
  playback.replay()
  await settle()
  expect(FakeHls.latest).toMatchObject({ url: newer.hls, config: { startPosition: -1 } })
})

test('the chosen quality is kept for the next video', async () => {
  const { playback, state } = await startFilm()
  playback.choose('480p')
  playback.stop()
  expect(state().chosenQuality).toBe('480p')
  expect(FakeHls.latest.isDestroyed).toBe(true)
})
