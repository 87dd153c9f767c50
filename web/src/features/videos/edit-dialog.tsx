import type { Video } from '@vireo/contract'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { EditForm } from './edit-form.tsx'
import { useEditForm } from './use-edit-form.ts'

type EditDialogProps = { video: Video; open: boolean; onOpenChange: (open: boolean) => void }

/** For the owner: title, description, thumbnail and who may see it. */
export function EditDialog({ video, open, onOpenChange }: EditDialogProps) {
  return (
    <Dialog title="Edit Video" size="lg" open={open} onOpenChange={onOpenChange}>
      <Fields video={video} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Inside the dialog: opened again, it starts with the video as it is then. */
function Fields({ video, onDone }: { video: Video; onDone: () => void }) {
  const formId = useId()
  const edit = useEditForm(video, onDone)
  return (
    <>
      <EditForm id={formId} video={video} edit={edit} />
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <DialogClose asChild>
          <Button variant="ghost">Cancel</Button>
        </DialogClose>
        <Button
          type="submit"
          form={formId}
          variant="primary"
          isBusy={edit.isSaving}
          disabled={!edit.isChanged}
        >
          Save
        </Button>
      </div>
    </>
  )
}
