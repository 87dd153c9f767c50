import { queryOptions, useQuery } from '@tanstack/react-query'
import { cn } from '../../../../../lib/cn.ts'
import { formatDuration } from '../../../../../lib/text/format.ts'
import { cueAt, loadStoryboard } from './storyboard.ts'

const labelClass = 'rounded-md bg-bg/90 px-1.5 py-0.5 text-center text-xs font-medium pointer-coarse:text-sm'

type SeekPreviewProps = {
  time: number
  /** 0 to 1, along the bar. */
  fraction: number
  /** Of the chapter. */
  title: string | undefined
  storyboard: string | null
}

/** The picture, the chapter and the time under the pointer, kept inside the bar's ends. */
export function SeekPreview({ time, fraction, title, storyboard }: SeekPreviewProps) {
  const { data: cues = [] } = useQuery(storyboardQuery(storyboard))
  const cue = cueAt(cues, time)
  const width = cue?.width ?? (title ? 160 : 48)
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute bottom-full mb-2 grid justify-items-center gap-1 pointer-coarse:-mb-3"
      style={{
        width,
        left: `clamp(0px, calc(${fraction * 100}% - ${width / 2}px), calc(100% - ${width}px))`,
      }}
    >
      {cue && (
        <div
          // Small players lack room for full size.
          className="rounded-control border-2 border-text bg-surface-2 shadow-float @max-md:[zoom:0.6]"
          style={{
            width: cue.width,
            height: cue.height,
            backgroundImage: `url("${cue.sheet}")`,
            backgroundPosition: `-${cue.x}px -${cue.y}px`,
            backgroundOrigin: 'border-box',
          }}
        />
      )}
      {title && (
        <span dir="auto" className={cn(labelClass, 'line-clamp-1 @md:line-clamp-2')}>
          {title}
        </span>
      )}
      <span className={cn(labelClass, 'tabular-nums')}>{formatDuration(time)}</span>
    </div>
  )
}

/** The file of an address never changes. */
function storyboardQuery(address: string | null) {
  return queryOptions({
    queryKey: ['player', 'storyboard', address],
    enabled: address !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => loadStoryboard(address ?? '', signal),
  })
}
