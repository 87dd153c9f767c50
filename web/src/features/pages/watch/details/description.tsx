import { useLayoutEffect, useRef, useState } from 'react'
import { cn } from '../../../../lib/cn.ts'
import { TagLink } from '../../../../navigation/links/tag-link.tsx'
import { RichText } from '../../../../ui/rich-text.tsx'
import { MentionLink } from '../../../people/accounts/mention-link.tsx'
import type { VideoDetail } from '../../../publishing/videos/api.ts'
import { VideoMeta } from '../../../publishing/videos/video-meta.tsx'

type DescriptionProps = { video: VideoDetail; onSeek: (seconds: number) => void }

/** Views, age and the description, collapsed to its first lines. */
export function Description({ video, onSeek }: DescriptionProps) {
  const [isExpanded, setIsExpanded] = useState(false)
  // Without empty lines, which would waste the few lines of the collapsed view.
  const dense = video.description.replace(/\n\s*\n/g, '\n')
  const { text, isCut } = useIsCut(!isExpanded, dense !== video.description)
  return (
    <div className="rounded-card bg-surface-2 p-3">
      <VideoMeta video={video} className="font-medium" />
      {video.description && (
        <p
          ref={text}
          dir="auto"
          // Focus on a link in the hidden part expands the text.
          onFocus={isCut ? () => setIsExpanded(true) : undefined}
          className={cn(
            'mt-1 whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:plaintext]',
            // Not line-clamp, whose ellipsis would appear even after a complete sentence.
            !isExpanded && 'max-h-[3lh] overflow-hidden',
          )}
        >
          <RichText
            text={isCut && !isExpanded ? dense : video.description}
            mention={MentionLink}
            tag={TagLink}
            duration={video.duration}
            onSeek={onSeek}
          />
        </p>
      )}
      {(isCut || isExpanded) && (
        <button
          type="button"
          aria-expanded={isExpanded}
          onClick={() => setIsExpanded(!isExpanded)}
          className="-mb-2 rounded-sm py-2 font-medium"
        >
          {isExpanded ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  )
}

/** Whether the text is cut off, also after a resize. `isSticky`: once cut off, it stays so, as empty lines are gone. */
function useIsCut(isCollapsed: boolean, isSticky: boolean) {
  const text = useRef<HTMLParagraphElement>(null)
  const [isCut, setIsCut] = useState(false)
  useLayoutEffect(() => {
    const element = text.current
    if (!element || !isCollapsed) return
    const measure = () =>
      setIsCut((wasCut) => (wasCut && isSticky) || element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isCollapsed, isSticky])
  return { text, isCut }
}
