import { limits } from '@vireo/contract'
import { Trash2 } from 'lucide-react'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { BareIconButton } from '../../ui/bare-icon-button.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import type { DraftImage } from './draft.ts'

type ImagePreviewProps = {
  image: DraftImage
  number: number
  isLocked: boolean
  onAlt: (alt: string) => void
  onRemove: () => void
}

export function ImagePreview({ image, number, isLocked, onAlt, onRemove }: ImagePreviewProps) {
  const url = useObjectUrl(image.file)
  return (
    <li className="grid content-start gap-2 rounded-card border border-border bg-surface p-2">
      <div className="relative aspect-video overflow-hidden rounded-control bg-surface-2">
        {url && <img src={url} alt={`Preview ${number}`} className="size-full object-contain" />}
        <BareIconButton
          label={`Remove photo ${number}`}
          disabled={isLocked}
          onClick={onRemove}
          className="absolute! top-1 right-1 bg-black/70 text-white! hover:not-disabled:bg-black"
        >
          <Trash2 />
        </BareIconButton>
      </div>
      <Textarea
        dir="auto"
        rows={1}
        aria-label={`Description of photo ${number}`}
        placeholder="Describe it for people who can’t see it"
        maxLength={limits.altTextLength}
        value={image.alt}
        readOnly={isLocked}
        onChange={({ target }) => onAlt(target.value)}
        className="max-h-40! min-h-11!"
      />
    </li>
  )
}
