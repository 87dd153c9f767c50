import { Plus } from 'lucide-react'
import { buttonClass } from '../../../../ui/buttons/button-class.ts'
import { toastError } from '../../../../ui/feedback/toasts/toast.ts'
import { DropArea } from '../../../../ui/forms/files/drop-area.tsx'
import { FilePicker } from '../../../../ui/forms/files/file-picker.tsx'
import { currentEntry, hasFile } from '../entries/entries.ts'
import { sendFiles } from '../entries/sending.ts'
import { useUploads } from '../entries/use-uploads.ts'
import { videoAccept } from '../file-problem.ts'
import { UploadItem } from './upload-item.tsx'

/** On the upload page: the uploads beside the one in the form. More can be added once the form has a file. */
export function OtherUploads({ ownerId }: { ownerId: string }) {
  const state = useUploads(ownerId)
  const current = state && currentEntry(state)
  if (!current) return null
  const others = state.entries.filter((entry) => entry !== current && hasFile(entry))
  if (others.length === 0 && !hasFile(current)) return null
  const add = (files: File[]) => {
    for (const refusal of sendFiles(files)) toastError(refusal)
  }
  return (
    <section
      aria-labelledby="other-uploads"
      className="overflow-hidden rounded-card border border-border bg-surface"
    >
      <DropArea onFiles={add} className="data-over:bg-surface-2">
        <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-2">
          <h2 id="other-uploads" className="text-base">
            Your other uploads
          </h2>
          <FilePicker
            label="Add more videos"
            accept={videoAccept}
            isMultiple
            onFiles={add}
            className="rounded-control"
          >
            <span aria-hidden="true" className={buttonClass('secondary', 'sm')}>
              <Plus />
              Add more videos
            </span>
          </FilePicker>
        </div>
        {others.length > 0 && (
          <ul className="divide-y divide-border border-t border-border">
            {others.map((entry) => (
              <li key={entry.id}>
                <UploadItem entry={entry} />
              </li>
            ))}
          </ul>
        )}
      </DropArea>
    </section>
  )
}
