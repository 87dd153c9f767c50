import { CloudUpload, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { Field } from '../../ui/field.tsx'
import { DropArea } from './drop-area.tsx'
import { DropPrompt } from './drop-prompt.tsx'
import { FilePicker } from './file-picker.tsx'
import { videoAccept } from './file-problem.ts'
import { VideoPreview } from './video-preview.tsx'

type VideoFieldProps = {
  video: File | null
  url: string | undefined
  error: string | undefined
  isLocked: boolean
  onChoose: (file: File) => void
  onRemove: () => void
  onBlur: () => void
}

export function VideoField({ video, url, error, isLocked, onChoose, onRemove, onBlur }: VideoFieldProps) {
  const picker = useRef<HTMLInputElement>(null)
  const remove = () => {
    onRemove()
    picker.current?.focus()
  }
  return (
    <Field label="Video file" hint="MP4, AVI, MOV up to 2GB" error={error}>
      <DropArea onFile={onChoose} isDisabled={isLocked} className={video ? chosenClass : undefined}>
        {video && <VideoPreview key={url} file={video} url={url} />}
        <div className={video ? 'flex flex-wrap gap-2 px-3 pb-3' : undefined}>
          {/* One and the same element before and after, so that it keeps the focus. */}
          <FilePicker
            inputRef={picker}
            accept={videoAccept}
            onFile={onChoose}
            onBlur={onBlur}
            isDisabled={isLocked}
            className={video ? 'rounded-control' : 'rounded-card'}
          >
            {video ? (
              <span
                aria-hidden="true"
                className={buttonClass('secondary', 'sm', isLocked ? 'opacity-50' : '')}
              >
                Choose another
              </span>
            ) : (
              <DropPrompt icon={CloudUpload} text="Drag a video here" action="Choose video" />
            )}
          </FilePicker>
          {video && (
            <Button size="sm" variant="ghost" disabled={isLocked} onClick={remove}>
              <Trash2 aria-hidden="true" />
              Remove video
            </Button>
          )}
        </div>
      </DropArea>
    </Field>
  )
}

const chosenClass =
  'overflow-hidden rounded-card border border-border bg-surface data-over:border-accent data-over:bg-surface-2'
