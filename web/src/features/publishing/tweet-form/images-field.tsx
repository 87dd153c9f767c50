import { limits } from '@vireo/contract'
import { ImagePlus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useObjectUrl } from '../../../lib/forms/use-object-url.ts'
import { pictureTypes } from '../../../lib/forms/use-picture-choice.ts'
import { BareIconButton } from '../../../ui/buttons/bare-icon-button.tsx'
import { Field } from '../../../ui/forms/fields/field.tsx'
import { FieldContext } from '../../../ui/forms/fields/field-context.ts'
import { Textarea } from '../../../ui/forms/fields/textarea.tsx'
import { DropArea } from '../../../ui/forms/files/drop-area.tsx'
import { DropPrompt } from '../../../ui/forms/files/drop-prompt.tsx'
import { FilePicker } from '../../../ui/forms/files/file-picker.tsx'
import type { DraftImage } from './draft.ts'

type ImagesFieldProps = {
  images: DraftImage[]
  error: string | undefined
  isLocked: boolean
  onAdd: (files: File[]) => void
  onChange: (images: DraftImage[]) => void
  onBlur: () => void
}

export function ImagesField({ images, error, isLocked, onAdd, onChange, onBlur }: ImagesFieldProps) {
  const picker = useRef<HTMLInputElement>(null)
  const isFull = images.length >= limits.tweetImages
  const remove = (key: string) => {
    onChange(images.filter((image) => image.key !== key))
    // The pressed button disappears. In the next frame, because a full picker is disabled until then.
    requestAnimationFrame(() => picker.current?.focus())
  }
  const describe = (key: string, alt: string) =>
    onChange(images.map((image) => (image.key === key ? { ...image, alt } : image)))
  return (
    <Field label="Image" hint="PNG, JPG, GIF up to 5MB" error={error}>
      <DropArea onFiles={onAdd} isDisabled={isLocked} className="grid gap-3">
        {images.length > 0 && (
          // The fields of the previews must not get the label and error of this field.
          <FieldContext value={null}>
            <ul aria-label="Photos" className="grid gap-3 sm:grid-cols-2">
              {images.map((image, index) => (
                <ImagePreview
                  key={image.key}
                  image={image}
                  number={index + 1}
                  isLocked={isLocked}
                  onAlt={(alt) => describe(image.key, alt)}
                  onRemove={() => remove(image.key)}
                />
              ))}
            </ul>
          </FieldContext>
        )}
        <FilePicker
          inputRef={picker}
          accept={pictureTypes.join(',')}
          onFiles={onAdd}
          isMultiple
          onBlur={onBlur}
          isDisabled={isLocked || isFull}
          className={isFull ? 'sr-only' : 'rounded-card'}
        >
          <DropPrompt
            icon={ImagePlus}
            text={
              images.length === 0 ? 'Drag or paste up to 4 pictures here' : 'Drag or paste another one here'
            }
            action="Choose pictures"
            isCompact
          />
        </FilePicker>
      </DropArea>
    </Field>
  )
}

type ImagePreviewProps = {
  image: DraftImage
  number: number
  isLocked: boolean
  onAlt: (alt: string) => void
  onRemove: () => void
}

function ImagePreview({ image, number, isLocked, onAlt, onRemove }: ImagePreviewProps) {
  const url = useObjectUrl(image.file)
  return (
    <li className="grid content-start gap-2 rounded-card border border-border bg-surface p-2">
      <div className="relative aspect-video overflow-hidden rounded-control bg-surface-2">
        {url && <img src={url} alt={`Preview ${number}`} className="size-full object-contain" />}
        <BareIconButton
          label={`Remove photo ${number}`}
          disabled={isLocked}
          onClick={onRemove}
          className="absolute top-1 right-1 bg-black/70 text-white hover:not-disabled:bg-black"
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
        className="max-h-40 min-h-11"
      />
    </li>
  )
}
