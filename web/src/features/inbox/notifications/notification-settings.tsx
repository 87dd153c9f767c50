import { type DigestFrequency, digestFrequencies, type MutableKind, mutableKinds } from '@vireo/contract'
import { useId } from 'react'
import { toastError } from '../../../ui/feedback/toasts/toast.ts'
import { Select } from '../../../ui/forms/fields/select.tsx'
import { SectionLoading, SettingsSection } from '../../../ui/layout/settings-section.tsx'
import { useChangeSettings, useNotificationSettings } from './api.ts'

const kindLabels: Record<MutableKind, string> = {
  'new-video': 'New videos of channels I follow',
  'new-tweet': 'New tweets of channels I follow',
  comment: 'Comments on my videos and replies to my tweets',
  reply: 'Replies to my comments',
  mention: 'Mentions of me',
  like: 'Likes of what I posted',
  heart: 'Hearts of creators for my comments',
  subscriber: 'New subscribers',
  processing: 'My videos, once they are ready or have failed',
  'comments-waiting': 'Comments that wait for my approval',
  'comment-removed': 'Comments of mine that creators remove',
}

const digestLabels: Record<DigestFrequency, string> = { off: 'Never', daily: 'Daily', weekly: 'Weekly' }

const sectionId = 'notifications'

export function NotificationSettings() {
  const { stored, settings } = useNotificationSettings()
  const change = useChangeSettings(toastError)
  return (
    <SettingsSection
      id={sectionId}
      title="Notifications"
      text="What you are notified about. Each channel also has a bell beside Subscribed."
    >
      {settings ? (
        <>
          <KindChoice muted={settings.mutedKinds} onChange={(mutedKinds) => change.mutate({ mutedKinds })} />
          <DigestChoice value={settings.digest} onChange={(digest) => change.mutate({ digest })} />
        </>
      ) : (
        <SectionLoading
          query={stored}
          failure="Your notification settings could not be loaded."
          className="h-96"
        />
      )}
    </SettingsSection>
  )
}

type KindChoiceProps = { muted: MutableKind[]; onChange: (muted: MutableKind[]) => void }

function KindChoice({ muted, onChange }: KindChoiceProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1.5 text-sm font-medium">Notify me of</legend>
      {mutableKinds.map((kind) => {
        const isOn = !muted.includes(kind)
        return (
          <label
            key={kind}
            className="flex min-h-10 cursor-pointer items-center gap-3 -mx-2 rounded-control px-2 py-1 hover:bg-surface-2 pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              checked={isOn}
              onChange={() => onChange(isOn ? [...muted, kind] : muted.filter((other) => other !== kind))}
              className="size-4 shrink-0 accent-accent"
            />
            {kindLabels[kind]}
          </label>
        )
      })}
    </fieldset>
  )
}

type DigestChoiceProps = { value: DigestFrequency; onChange: (value: DigestFrequency) => void }

function DigestChoice({ value, onChange }: DigestChoiceProps) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="grid gap-0.5">
        <label htmlFor={id} className="text-sm font-medium">
          E-mail digest
        </label>
        <p id={`${id}-text`} className="text-pretty text-muted">
          What you have not read, in one message. Each has a link that stops it.
        </p>
      </div>
      <Select
        id={id}
        aria-describedby={`${id}-text`}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as DigestFrequency)}
      >
        {digestFrequencies.map((frequency) => (
          <option key={frequency} value={frequency}>
            {digestLabels[frequency]}
          </option>
        ))}
      </Select>
    </div>
  )
}
