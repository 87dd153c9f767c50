import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, limits, type SignUpMode, type SiteSettings } from '@vireo/contract'
import { call } from '../../../../lib/api-client.ts'
import { runMutation } from '../../../../lib/query/query-client.ts'
import { toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { SettingsSection } from '../../../../ui/layout/settings-section.tsx'
import { WordListForm } from '../../../community/channel-comments/word-list-form.tsx'
import { refreshRest, settingsQuery, useAction } from '../api.ts'
import { Invitations } from './invitations.tsx'
import { PanelLoading } from './panel-loading.tsx'

export function SiteSettingsPanel({ isAdmin }: { isAdmin: boolean }) {
  const query = useQuery(settingsQuery)
  const { data } = query
  if (!data) return <PanelLoading query={query} failure="The settings could not be loaded." height="h-56" />
  return (
    <div className="grid gap-6">
      {isAdmin && <SignUpSetting settings={data} />}
      {isAdmin && <Invitations isNeeded={data.signUp === 'invitation'} />}
      <HeldWords settings={data} />
    </div>
  )
}

const modes: Record<SignUpMode, string> = {
  open: 'Anyone can sign up',
  invitation: 'Only with an invitation link',
  closed: 'Nobody can sign up',
}

function SignUpSetting({ settings }: { settings: SiteSettings }) {
  const queryClient = useQueryClient()
  const act = useAction()
  const change = async (signUp: SignUpMode) => {
    queryClient.setQueryData(settingsQuery.queryKey, { ...settings, signUp })
    const isDone = await act(
      () => call(api.siteSettings.setSignUp, { body: { signUp } }),
      api.siteSettings.setSignUp.message,
    )
    if (!isDone) queryClient.setQueryData(settingsQuery.queryKey, settings)
  }
  return (
    <SettingsSection title="Sign-up" text="Who can create an account.">
      <fieldset className="grid">
        <legend className="sr-only">Who can create an account</legend>
        {(Object.keys(modes) as SignUpMode[]).map((mode) => (
          <label key={mode} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="sign-up"
              checked={settings.signUp === mode}
              onChange={() => void change(mode)}
              className="size-4 accent-accent"
            />
            {modes[mode]}
          </label>
        ))}
      </fieldset>
    </SettingsSection>
  )
}

function HeldWords({ settings }: { settings: SiteSettings }) {
  const queryClient = useQueryClient()
  const save = async (words: string[], lastSeen: string[]) => {
    await runMutation(queryClient, () => call(api.siteSettings.setHeldWords, { body: { words, lastSeen } }))
    toastSuccess(api.siteSettings.setHeldWords.message)
    queryClient.setQueryData(settingsQuery.queryKey, (now) => now && { ...now, heldWords: words })
    refreshRest(queryClient)
  }
  return (
    <SettingsSection
      title="Held words"
      text="A comment with one of these words is shown to others only after a moderator has approved it."
    >
      <WordListForm
        words={settings.heldWords}
        maxWords={limits.heldWords}
        maxLength={limits.heldWordLength}
        conflict="moderation.changed"
        save={save}
        reload={async () => (await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 })).heldWords}
      />
    </SettingsSection>
  )
}
