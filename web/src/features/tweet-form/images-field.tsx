import { limits } from '@vireo/contract'
import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { DropArea } from '../../ui/drop-area.tsx'
import { DropPrompt } from '../../ui/drop-prompt.tsx'
import { Field } from '../../ui/field.tsx'
import { FieldContext } from '../../ui/field-context.ts'
import { FilePicker } from '../../ui/file-picker.tsx'
import { pictureTypes } from '../account/picture-problem.ts'
import type { DraftImage } from './draft.ts'
import { ImagePreview } from './image-preview.tsx'

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
    // The button that was pressed is gone, and the picker may have been locked until now.
    requestAnimationFrame(() => picker.current?.focus())
  }
  const describe = (key: string, alt: string) =>
    onChange(images.map((image) => (image.key === key ? { ...image, alt } : image)))
  return (
    <Field label="Image" hint="PNG, JPG, GIF up to 5MB" error={error}>
      <DropArea onFiles={onAdd} isDisabled={isLocked} className="grid gap-3">
        {images.length > 0 && (
          // Their own fields are not this one.
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
