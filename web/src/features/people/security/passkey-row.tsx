import { api, type Passkey, passkeyNameRule } from '@vireo/contract'
import { KeyRound } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { focusNeighbour } from '../../../lib/dom/focus-neighbour.ts'
import { messageOf } from '../../../lib/forms/error-message.ts'
import { validateWith } from '../../../lib/forms/form-rules.ts'
import { formatRelativeTime } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts/toast.ts'
import { Field } from '../../../ui/forms/fields/field.tsx'
import { Input } from '../../../ui/forms/fields/input.tsx'
import { useUnsaved } from '../../../ui/forms/unsaved.ts'
import { useConfirm } from '../../../ui/overlays/confirm.tsx'
import { useRemovePasskey, useRenamePasskey } from '../passkeys/api.ts'
import { useConfirmed } from './use-confirmed.tsx'

type PasskeyRowProps = { passkey: Passkey; isRenamed: boolean; onRename: (isRenamed: boolean) => void }

export function PasskeyRow({ passkey, isRenamed, onRename }: PasskeyRowProps) {
  const renameButton = useRef<HTMLButtonElement>(null)
  const close = () => {
    flushSync(() => onRename(false))
    renameButton.current?.focus()
  }
  if (isRenamed)
    return (
      <li className="py-2">
        <RenameForm passkey={passkey} onClose={close} />
      </li>
    )
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <li className="flex gap-4 py-2">
      <KeyRound aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-40 grow basis-0">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-muted">
            Added {formatRelativeTime(createdAt)},{' '}
            {lastUsedAt ? `last used ${formatRelativeTime(lastUsedAt)}` : 'not used yet'}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button ref={renameButton} onClick={() => onRename(true)} aria-label={`Rename ${name}`}>
            Rename
          </Button>
          <RemoveButton passkey={passkey} />
        </div>
      </div>
    </li>
  )
}

function RenameForm({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useRenamePasskey(passkey._id)
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { name: passkey.name } })
  useUnsaved(formState.isDirty)
  const submit = handleSubmit(async ({ name }) => {
    try {
      if (name.trim() !== passkey.name) await rename.mutateAsync(name)
      onClose()
    } catch (error) {
      const message = messageOf(error, 'Could not rename it. Please try again.')
      setError('name', { message }, { shouldFocus: true })
    }
  })
  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid gap-3"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <Field
        label="Name of the passkey"
        hint="Such as where it is kept, so that you recognise it later."
        error={formState.errors.name?.message}
      >
        <Input
          {...register('name', validateWith(passkeyNameRule))}
          autoComplete="off"
          autoFocus
          onFocus={(event) => event.target.select()}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" isBusy={formState.isSubmitting}>
          Save
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function RemoveButton({ passkey: { _id: id, name } }: { passkey: Passkey }) {
  const button = useRef<HTMLButtonElement>(null)
  const confirm = useConfirm()
  const { run, dialog } = useConfirmed()
  const remove = useRemovePasskey(id, () => focusNeighbour(button.current))
  const press = async () => {
    const isSure = await confirm({
      title: `Remove the passkey “${name}”?`,
      text: 'It can no longer be used to sign in here. Your device may go on listing it until you delete it there too.',
      confirmLabel: 'Remove',
      isDanger: true,
    })
    if (!isSure) return
    try {
      if (await run(() => remove.mutateAsync())) toastSuccess(api.passkeys.remove.message)
    } catch (error) {
      toastError(messageOf(error, 'Could not remove the passkey. Please try again.'))
    }
  }
  return (
    <>
      <Button ref={button} onClick={press} isBusy={remove.isPending} aria-label={`Remove ${name}`}>
        Remove
      </Button>
      {dialog}
    </>
  )
}
