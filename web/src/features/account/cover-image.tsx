import { api, type CurrentUser, limits } from '@vireo/contract'
import { ImageIcon } from 'lucide-react'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { messageOf } from './error-message.ts'
import { PictureForm } from './picture-form.tsx'
import { useUpdateCover } from './settings-api.ts'
import { SettingsSection } from './settings-section.tsx'
import { usePictureChoice } from './use-picture-choice.ts'

export function CoverImage({ user }: { user: CurrentUser }) {
  const updateCover = useUpdateCover()
  const choice = usePictureChoice(limits.coverBytes)

  const upload = async (file: File) => {
    choice.setError(undefined)
    try {
      await updateCover.mutateAsync(file)
      choice.clear()
      toastSuccess(api.user.updateCover.message)
    } catch (error) {
      const message = messageOf(error, 'Failed to update your cover image. Please try again')
      choice.setError(message)
      toastError(message)
    }
  }

  return (
    <SettingsSection title="Cover Image" text="The wide picture at the top of your profile.">
      <PictureForm
        label="Choose cover image"
        hint="JPG, PNG or GIF max 10MB, recommended 1200x300 px"
        choice={choice}
        preview={
          <CoverPreview src={choice.previewUrl ?? user.coverimage} isNew={Boolean(choice.previewUrl)} />
        }
        isUploading={updateCover.isPending}
        onUpload={upload}
      />
    </SettingsSection>
  )
}

/** In the shape that the profile shows it in. */
function CoverPreview({ src, isNew }: { src: string | null; isNew: boolean }) {
  return (
    <div className="relative grid aspect-4/1 place-items-center overflow-hidden rounded-card bg-surface-2 text-muted">
      {src ? (
        <img
          src={src}
          alt={isNew ? 'Preview of your new cover' : 'Your cover'}
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <ImageIcon aria-hidden="true" className="size-8 stroke-[1.5]" />
      )}
    </div>
  )
}
