import { type FormEvent, useId, useState } from 'react'
import { hasCode } from '../../../lib/api-client.ts'
import { messageOf } from '../../../lib/forms/error-message.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { FormAlert } from '../../../ui/forms/form-alert.tsx'
import { useConfirmed } from '../security/use-confirmed.tsx'
import { useRequestExport } from './api.ts'

export function RequestForm() {
  const [withFiles, setWithFiles] = useState(false)
  const hintId = useId()
  const request = useRequestExport()
  const { run, dialog } = useConfirmed()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The mutation's error is shown below.
    run(() => request.mutateAsync(withFiles)).catch(() => {})
  }
  const failure = hasCode(request.error, 'auth.confirm-needed') ? null : request.error
  return (
    <>
      <form onSubmit={submit} className="grid gap-4">
        <p className="text-pretty text-muted">
          You get a ZIP file with lists that any text editor can open. It can be downloaded here for 7 days,
          and we send you an e-mail when it is ready.
        </p>
        <div className="grid gap-1">
          <label className="-mx-2 flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-2 py-1 hover:bg-surface-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={withFiles}
              onChange={(event) => setWithFiles(event.currentTarget.checked)}
              aria-describedby={hintId}
              className="size-4 shrink-0 accent-accent"
            />
            Include video and picture files
          </label>
          <p id={hintId} className="pl-7 text-xs text-pretty text-muted">
            This can take a while, and the file can be large. It counts towards your storage until it is
            deleted.
          </p>
        </div>
        <FormAlert message={failure ? messageOf(failure, 'Your data could not be requested.') : undefined} />
        <Button type="submit" isBusy={request.isPending} className="justify-self-start">
          Request my data
        </Button>
      </form>
      {dialog}
    </>
  )
}
