import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, limits, type SignUpMode, type SiteSettings } from '@vireo/contract'
import { useState } from 'react'
import { call, hasCode } from '../../lib/api-client.ts'
import { runMutation } from '../../lib/run-mutation.ts'
import { useRetry } from '../../lib/use-retry.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { SettingsSection } from '../account/settings-section.tsx'
import { problemOf, refreshRest, settingsQuery } from './api.ts'
import { Invitations } from './invitations.tsx'
import { PanelSkeleton } from './panel-skeleton.tsx'
import { useOneAtATime } from './use-one-at-a-time.ts'

export function SettingsPanel({ isAdmin }: { isAdmin: boolean }) {
  const { data, isError, refetch } = useQuery(settingsQuery)
  const { isRetrying, retry } = useRetry(refetch)
  if (isRetrying || (isError && !data))
    return <ErrorState message="The settings could not be loaded." onRetry={retry} isRetrying={isRetrying} />
  if (!data) return <PanelSkeleton height="h-56" />
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
  const change = async (signUp: SignUpMode) => {
    queryClient.setQueryData(settingsQuery.queryKey, { ...settings, signUp })
    try {
      await runMutation(queryClient, () => call(api.moderation.setSignUp, { body: { signUp } }))
      toastSuccess(api.moderation.setSignUp.message)
    } catch (error) {
      toastError(problemOf(error))
    }
    refreshRest(queryClient)
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

/** What is typed, and the list that it started from: others may save another one meanwhile. */
type Draft = { text: string; lastSeen: string[] }

function HeldWords({ settings }: { settings: SiteSettings }) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<Draft>()
  const [problem, setProblem] = useState<string>()
  const { isBusy, run } = useOneAtATime()
  const { text, lastSeen } = draft ?? { text: settings.heldWords.join('\n'), lastSeen: settings.heldWords }

  const save = async () => {
    const words = text.split('\n').flatMap((line) => line.trim() || [])
    const isTooLong = words.some((word) => word.length > limits.heldWordLength)
    if (isTooLong) return setProblem(`A line must be at most ${limits.heldWordLength} characters`)
    if (words.length > limits.heldWords) return setProblem(`At most ${limits.heldWords} lines`)
    setProblem(undefined)
    try {
      await runMutation(queryClient, () => call(api.moderation.setHeldWords, { body: { words, lastSeen } }))
      toastSuccess(api.moderation.setHeldWords.message)
      queryClient.setQueryData(settingsQuery.queryKey, (now) => now && { ...now, heldWords: words })
      setDraft(undefined)
      refreshRest(queryClient)
    } catch (error) {
      if (hasCode(error, 'moderation.changed')) await compare(problemOf(error))
      else setProblem(problemOf(error))
    }
  }
  /** Says what others have changed. Only who has seen that can save again. */
  const compare = async (refusal: string) => {
    try {
      const { heldWords } = await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 })
      setDraft({ text, lastSeen: heldWords })
      setProblem(`${refusal} ${describeChange(lastSeen, heldWords)}`)
    } catch {
      setProblem(refusal)
    }
  }
  return (
    <SettingsSection
      title="Held words"
      text="A comment with one of these words is shown to others only after a moderator has approved it."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void run(save)
        }}
        className="grid gap-4"
      >
        <Field label="Words or phrases, one per line" {...(problem && { error: problem })}>
          <Textarea
            rows={6}
            value={text}
            onChange={(event) => setDraft({ text: event.target.value, lastSeen })}
            readOnly={isBusy}
            spellCheck={false}
          />
        </Field>
        <Button type="submit" variant="primary" isBusy={isBusy} className="justify-self-end">
          Save words
        </Button>
      </form>
    </SettingsSection>
  )
}

function describeChange(before: string[], after: string[]): string {
  const added = after.filter((word) => !before.includes(word))
  const removed = before.filter((word) => !after.includes(word))
  return [
    ...(added.length > 0 ? [`Added: ${added.join(', ')}.`] : []),
    ...(removed.length > 0 ? [`Removed: ${removed.join(', ')}.`] : []),
    'Save again to replace that list with yours.',
  ].join(' ')
}
