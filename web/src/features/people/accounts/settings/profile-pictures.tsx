import { api, type CurrentUser, limits } from '@vireo/contract'
import { ImageIcon } from 'lucide-react'
import { Avatar } from '../../../../ui/avatar/avatar.tsx'
import { SettingsSection } from '../../../../ui/layout/settings-section.tsx'
import { PictureForm } from './picture-form.tsx'
import { useUpdateAvatar, useUpdateCover } from './settings-api.ts'

export function ProfilePicture({ user }: { user: CurrentUser }) {
  const updateAvatar = useUpdateAvatar()
  return (
    <SettingsSection title="Profile Picture" text="Shown beside everything you publish.">
      <PictureForm
        label="Choose profile picture"
        hint="JPG, PNG or GIF max 5MB"
        maxBytes={limits.avatarBytes}
        preview={(chosenUrl) => (
          <Avatar
            name={user.fullname}
            src={chosenUrl ?? user.avatar}
            size="xl"
            alt={chosenUrl ? 'Preview of your new picture' : 'Your picture'}
          />
        )}
        upload={updateAvatar}
        success={api.accounts.updateAvatar.message}
        failure="Failed to update your avatar. Please try again"
      />
    </SettingsSection>
  )
}

export function CoverImage({ user }: { user: CurrentUser }) {
  const updateCover = useUpdateCover()
  return (
    <SettingsSection title="Cover Image" text="The wide picture at the top of your profile.">
      <PictureForm
        label="Choose cover image"
        hint="JPG, PNG or GIF max 10MB, recommended 1200x300 px"
        maxBytes={limits.coverBytes}
        preview={(chosenUrl) => (
          <CoverPreview src={chosenUrl ?? user.coverimage} isNew={chosenUrl !== undefined} />
        )}
        upload={updateCover}
        success={api.accounts.updateCover.message}
        failure="Failed to update your cover image. Please try again"
      />
    </SettingsSection>
  )
}

/** In the same shape as on the profile. */
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
