import { describe, expect, it } from 'vitest'
import { planStoryboard } from '../../images/storyboard.ts'
import { sourceInfo } from '../../probe/source-info.fixture.ts'
import { planFirstRendition, planLadder } from '../ladder.ts'
import { downloadCommand, ladderCommand, remuxCommand } from './command.ts'
import { captionsCommand, posterCommand, previewCommand, storyboardCommand } from './command-extras.ts'
import { partCommand, soundCommand } from './command-parts.ts'

const options = { threads: 2, canToneMap: true }
const good = { ...options, speed: 'good' as const }
type Info = ReturnType<typeof sourceInfo>

const ladderOf = (info: Info, changes = {}) =>
  ladderCommand('/in/a.mp4', info, planLadder(info), { ...good, ...changes })

/** The value that follows each occurrence of an option. */
function values(args: readonly string[], option: string): (string | undefined)[] {
  return args.flatMap((arg, index) => (arg === option ? [args[index + 1]] : []))
}

const graph = (args: readonly string[]) => values(args, '-filter_complex')[0]?.split(';') ?? []

describe('every command', () => {
  const info = sourceInfo()
  const plan = planStoryboard(info)
  const caption = { index: 2, language: 'en', label: 'English' }
  const commands = {
    remux: remuxCommand('/in/a.mp4', info, 'x.mp4'),
    ladder: ladderOf(info),
    part: partCommand('/in/a.mp4', info, planLadder(info), { first: 1200, end: 2400 }, options),
    sound: soundCommand('/in/a.mp4', info, planLadder(info), options),
    download: downloadCommand('/in/a.mp4', 'x.mp4'),
    poster: posterCommand('/in/a.mp4', info, 1, 'x.jpg', options),
    storyboard: storyboardCommand('/in/a.mp4', info, plan, 'x-%03d.jpg', options),
    preview: previewCommand('/in/a.mp4', info, 'x.mp4', options),
    captions: captionsCommand(
      '/in/a.mp4',
      [caption, { ...caption, index: 3 }],
      ({ index }) => `${index}.vtt`,
    ),
  }

  it.each(Object.entries(commands))(
    '%s opens one local file with whitelisted protocols, formats and codecs',
    (_name, args) => {
      const input = args.indexOf('-i')
      expect(values(args, '-i')).toEqual(['file:/in/a.mp4'])
      for (const guard of ['-protocol_whitelist', '-format_whitelist', '-codec_whitelist']) {
        expect(args.indexOf(guard)).toBeGreaterThanOrEqual(0)
        expect(args.indexOf(guard)).toBeLessThan(input)
      }
      expect(values(args, '-protocol_whitelist')).toEqual(['file'])
      expect(values(args, '-format_whitelist')[0]).not.toMatch(/hls|concat|dash|image2/)
    },
  )

  it.each(Object.entries(commands))('%s drops metadata in each of its outputs', (_name, args) => {
    const outputs = values(args, '-f').length
    expect(values(args, '-map_metadata')).toEqual(Array(outputs).fill('-1'))
    expect(values(args, '-map_chapters')).toEqual(Array(outputs).fill('-1'))
  })
})

describe('remuxCommand', () => {
  it('copies picture and sound', () => {
    const args = remuxCommand('/in/a.mp4', sourceInfo({ video: { index: 2 } }), 'x.mp4')
    expect(values(args, '-map')).toEqual(['0:2', '0:1'])
    expect([values(args, '-c:v'), values(args, '-c:a')]).toEqual([['copy'], ['copy']])
    expect(args).not.toContain('-bsf:v')
  })

  it('removes embedded user data from the picture on request', () => {
    const args = remuxCommand('/in/a.mp4', sourceInfo(), 'x.mp4', { dropUserData: true })
    expect(values(args, '-bsf:v')).toEqual(['filter_units=remove_types=6'])
  })

  it('encodes only the sound if browsers could not play it', () => {
    const args = remuxCommand('/in/a.mkv', sourceInfo({ audio: { codec: 'ac3', channels: 6 } }), 'x.mp4')
    expect([values(args, '-c:v'), values(args, '-c:a'), values(args, '-ac')]).toEqual([
      ['copy'],
      ['aac'],
      ['2'],
    ])
  })
})

describe('ladderCommand', () => {
  it('decodes once and scales each rung from the next larger one', () => {
    const [first, ...rest] = graph(ladderOf(sourceInfo()))
    expect(first).toMatch(/^\[0:0\]fps=30\/1:start_time=0,scale=1920:1080:/)
    expect(first).toMatch(/,split=2\[v0\]\[next0\]$/)
    expect(rest).toEqual([
      '[next0]scale=1280:720:flags=bicubic,setsar=1,split=2[v1][next1]',
      '[next1]scale=854:480:flags=bicubic,setsar=1,split=2[v2][next2]',
      '[next2]scale=640:360:flags=bicubic,setsar=1,split=2[v3][next3]',
      '[next3]scale=426:240:flags=bicubic,setsar=1[v4]',
      '[0:1]aresample=48000:async=1:first_pts=0,aformat=channel_layouts=stereo,asplit=5[a0][a1][a2][a3][a4]',
    ])
  })

  it('writes one streamable file per rung with picture and sound', () => {
    const args = ladderOf(sourceInfo({ video: { width: 640, height: 360 } }))
    expect(values(args, '-map')).toEqual(['[v0]', '[a0]', '[v1]', '[a1]'])
    expect(values(args, '-c:v')).toEqual(['libx264', 'libx264'])
    expect(args.filter((arg) => arg.endsWith('p.mp4'))).toEqual(['360p.mp4', '240p.mp4'])
    for (const flags of values(args, '-movflags')) expect(flags).toMatch(/frag_keyframe.*global_sidx/)
  })

  it('fixes the keyframes', () => {
    const args = ladderOf(sourceInfo())
    for (const option of ['-g', '-keyint_min']) expect(values(args, option)).toEqual(Array(5).fill('60'))
    expect(values(args, '-sc_threshold')).toEqual(Array(5).fill('0'))
  })

  it('halves the frame rate once between rungs, and the delay of the encoder with it', () => {
    const args = ladderOf(sourceInfo({ video: { frameRate: { num: 60, den: 1 } } }))
    expect(graph(args).filter((chain) => chain.includes('framestep=2'))).toEqual([
      '[next1]framestep=2,scale=854:480:flags=bicubic,setsar=1,split=2[v2][next2]',
    ])
    expect(values(args, '-b-pyramid')).toEqual(['none', 'none', 'none'])
  })

  it('uses the same time base in all rungs', () => {
    const args = ladderOf(sourceInfo({ video: { frameRate: { num: 60_000, den: 1001 } } }))
    expect(values(args, '-video_track_timescale')).toEqual(Array(5).fill('60000'))
  })

  it('has no sound if the source has none', () => {
    const args = ladderOf(sourceInfo({ audio: null }))
    expect(args.join(' ')).not.toMatch(/aresample|-c:a|\[a0\]/)
  })

  it('tone-maps HDR to SDR after scaling, or only converts the colours if ffmpeg cannot tone-map', () => {
    const video = { isHdr: true, colorTransfer: 'smpte2084', colorPrimaries: 'bt2020', colorSpace: '' }
    const [mapped = ''] = graph(ladderOf(sourceInfo({ video })))
    expect(mapped).toMatch(
      /scale=1920:1080.*tin=smpte2084:pin=bt2020:min=bt2020nc:.*tonemap=.*zscale=t=bt709/,
    )
    const [plain = ''] = graph(ladderOf(sourceInfo({ video }), { canToneMap: false }))
    expect(plain).not.toMatch(/zscale|tonemap=/)
  })

  it('interprets untagged colours as players do: BT.709 from HD upwards', () => {
    const untagged = (width: number, height: number) =>
      graph(ladderOf(sourceInfo({ video: { width, height, colorSpace: '' } })))[0]
    expect(untagged(1280, 720)).toMatch(/in_color_matrix=bt709/)
    expect(untagged(640, 480)).toMatch(/in_color_matrix=auto/)
  })

  it('deinterlaces interlaced video first', () => {
    expect(graph(ladderOf(sourceInfo({ video: { isInterlaced: true } })))[0]).toMatch(/^\[0:0\]bwdif=/)
  })

  it('uses a faster preset for the first rendition', () => {
    const info = sourceInfo({ video: { frameRate: { num: 60, den: 1 } } })
    const args = ladderCommand('/in/a.mp4', info, planFirstRendition(info), { ...good, speed: 'first' })
    expect(values(args, '-preset')).toEqual(['superfast'])
    expect(graph(args)[0]).toMatch(/^\[0:0\]fps=60\/1:start_time=0,framestep=2,scale=854:480/)
  })

  it('limits the number of threads', () => {
    expect(values(ladderOf(sourceInfo(), { threads: 3 }), '-threads')).toEqual(Array(6).fill('3'))
  })
})

describe('the extras', () => {
  const portrait = sourceInfo({ duration: 90, video: { width: 1080, height: 1920 } })

  it('keep the shape of a portrait video', () => {
    expect(planStoryboard(portrait).tile).toEqual({ width: 90, height: 160 })
    expect(values(previewCommand('/a', portrait, 'p.mp4', options), '-vf')[0]).toMatch(/scale=270:480:/)
    expect(values(posterCommand('/a', portrait, 1, 'p.jpg', options), '-vf')[0]).toMatch(/scale=1080:1920:/)
  })

  it('read only keyframes if that is enough', () => {
    const plan = planStoryboard(portrait)
    const args = storyboardCommand('/a', portrait, plan, 's.jpg', { ...options, onlyKeyframes: true })
    expect(args.indexOf('-skip_frame')).toBeLessThan(args.indexOf('-i'))
    expect(values(args, '-vf')[0]).toMatch(/^select='gte\(t,selected_n\*2\)',.*tile=5x5/)
    expect(storyboardCommand('/a', portrait, plan, 's.jpg', options)).not.toContain('-skip_frame')
  })

  it('preview the first ten seconds without sound', () => {
    const args = previewCommand('/a', portrait, 'p.mp4', options)
    expect(args.indexOf('-t')).toBeLessThan(args.indexOf('-i'))
    expect([values(args, '-t'), values(args, '-movflags')]).toEqual([['10'], ['+faststart']])
    expect(args).toContain('-an')
  })
})
