import { api, type CurrentUser, limits } from '@vireo/contract'
import { Avatar } from '../../ui/avatar.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { messageOf } from './error-message.ts'
import { PictureForm } from './picture-form.tsx'
import { useUpdateAvatar } from './settings-api.ts'
import { SettingsSection } from './settings-section.tsx'
import { usePictureChoice } from './use-picture-choice.ts'

export function ProfilePicture({ user }: { user: CurrentUser }) {
  const updateAvatar = useUpdateAvatar()
  const choice = usePictureChoice(limits.avatarBytes)

  const upload = async (file: File) => {
    choice.setError(undefined)
    try {
      await updateAvatar.mutateAsync(file)
      choice.clear()
      toastSuccess(api.user.updateAvatar.message)
    } catch (error) {
      const message = messageOf(error, 'Failed to update your avatar. Please try again')
      choice.setError(message)
      toastError(message)
    }
  }

  return (
    <SettingsSection title="Profile Picture" text="Shown beside everything you publish.">
      <PictureForm
        label="Choose profile picture"
        hint="JPG, PNG or GIF max 5MB"
        choice={choice}
        preview={
          <Avatar
            name={user.fullname}
            src={choice.previewUrl ?? user.avatar}
            size="xl"
            alt={choice.previewUrl ? 'Preview of your new picture' : 'Your picture'}
          />
        }
        isUploading={updateAvatar.isPending}
        onUpload={upload}
      />
    </SettingsSection>
  )
}
