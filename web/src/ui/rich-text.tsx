import { type ComponentType, Fragment, memo } from 'react'
import { textParts } from '../lib/text/text-parts.ts'

type RichTextProps = {
  text: string
  /** The duration of the text's video, whose timestamps become buttons that seek. */
  duration?: number
  /** Must be stable. */
  onSeek?: (seconds: number) => void
  /** Renders an @username; without it mentions stay plain text. */
  mention?: ComponentType<{ username: string }>
  /** Renders a #tag; without it tags stay plain text. */
  tag?: ComponentType<{ tag: string }>
}

/** User-written text with links (nofollow), mentions, tags and timestamps. */
export const RichText = memo(function RichText(props: RichTextProps) {
  const { text, duration, onSeek, mention: Mention, tag: Tag } = props
  return textParts(text, onSeek ? duration : 0).map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other key and never move
    if (part.type === 'text') return <Fragment key={index}>{part.text}</Fragment>
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    if (part.type === 'mention') return Mention ? <Mention key={index} username={part.username} /> : part.text
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    if (part.type === 'tag') return Tag ? <Tag key={index} tag={part.tag} /> : part.text
    if (part.type === 'time') {
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <button key={index} type="button" className="link" onClick={() => onSeek?.(part.seconds)}>
          {part.text}
        </button>
      )
    }
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <a key={index} href={part.href} target="_blank" rel="noopener nofollow ugc" className="link">
        {part.text}
      </a>
    )
  })
})
