import { ImagePlus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { DropArea } from '../../ui/drop-area.tsx'
import { DropPrompt } from '../../ui/drop-prompt.tsx'
import { Field } from '../../ui/field.tsx'
import { FilePicker } from '../../ui/file-picker.tsx'
import type { Thumbnail } from './draft.ts'
import { thumbnailTypes } from './file-problem.ts'

type ThumbnailFieldProps = {
  thumbnail: Thumbnail | null
  error: string | undefined
  onChoose: (file: File) => void
  onRemove: () => void
  onBlur: () => void
}

export function ThumbnailField({ thumbnail, error, onChoose, onRemove, onBlur }: ThumbnailFieldProps) {
  const picker = useRef<HTMLInputElement>(null)
  const url = useObjectUrl(thumbnail?.image ?? null)
  const choose = ([file]: File[]) => file && onChoose(file)
  const remove = () => {
    onRemove()
    picker.current?.focus()
  }
  return (
    <Field label="Thumbnail" hint="PNG, JPG up to 5MB" error={error}>
      <DropArea onFiles={choose} className={thumbnail ? chosenClass : undefined}>
        {thumbnail && (
          <div className="aspect-video w-full overflow-hidden rounded-control bg-surface-2 sm:w-56">
            {url && <img src={url} alt="Preview of the thumbnail" className="size-full object-cover" />}
          </div>
        )}
        <div className={thumbnail ? 'flex flex-wrap gap-2' : undefined}>
          <FilePicker
            inputRef={picker}
            accept={thumbnailTypes.join(',')}
            onFiles={choose}
            onBlur={onBlur}
            className={thumbnail ? 'rounded-control' : 'rounded-card'}
          >
            {thumbnail ? (
              <span aria-hidden="true" className={buttonClass('secondary', 'sm')}>
                Choose another
              </span>
            ) : (
              <DropPrompt icon={ImagePlus} text="Drag a picture here" action="Choose picture" isCompact />
            )}
          </FilePicker>
          {thumbnail && (
            <Button size="sm" variant="ghost" aria-label="Remove thumbnail" onClick={remove}>
              <Trash2 aria-hidden="true" />
              Remove
            </Button>
          )}
        </div>
      </DropArea>
    </Field>
  )
}

const chosenClass =
  'flex flex-wrap items-center gap-3 rounded-card border border-border bg-surface p-3 data-over:border-accent ' +
  'data-over:bg-surface-2'
