import { Trash2 } from 'lucide-react'
import { buttonClass } from '../../../../ui/buttons/button-class.ts'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { FieldContext } from '../../../../ui/forms/fields/field-context.ts'
import { FilePicker } from '../../../../ui/forms/files/file-picker.tsx'
import { captionsAccept } from './captions-file.ts'
import type { ListedCaptions } from './use-captions-changes.ts'

type CaptionsRowProps = {
  captions: ListedCaptions
  isBusy: boolean
  onReplace: (file: File) => void
  onRemove: () => void
}

export function CaptionsRow({
  captions: { label, fileName },
  isBusy,
  onReplace,
  onRemove,
}: CaptionsRowProps) {
  return (
    <li className="flex items-center gap-2">
      <span className="min-w-0 grow">
        <span dir="auto" className="line-clamp-2 text-sm wrap-anywhere font-medium">
          {label}
        </span>
        {fileName && <span className="block truncate text-xs text-muted">{fileName}</span>}
      </span>
      <FieldContext value={null}>
        <FilePicker
          label={`Replace ${label}`}
          accept={captionsAccept}
          isDisabled={isBusy}
          onFiles={([file]) => file && onReplace(file)}
          className="shrink-0 rounded-control"
        >
          <span aria-hidden="true" className={buttonClass('ghost', 'sm')}>
            Replace
          </span>
        </FilePicker>
      </FieldContext>
      <IconButton label={`Remove ${label}`} onClick={() => !isBusy && onRemove()}>
        <Trash2 />
      </IconButton>
    </li>
  )
}
