import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, limits, type SignUpMode, type SiteSettings } from '@vireo/contract'
import { useState } from 'react'
import { call, hasCode } from '../../../../lib/api-client.ts'
import { runMutation } from '../../../../lib/query/query-client.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { Textarea } from '../../../../ui/forms/fields/textarea.tsx'
import { useUnsaved } from '../../../../ui/forms/unsaved.ts'
import { SettingsSection } from '../../../../ui/layout/settings-section.tsx'
import { problemOf, refreshRest, settingsQuery, useAction } from '../api.ts'
import { useOneAtATime } from '../use-one-at-a-time.ts'
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
  const { text, setText, problem, save } = useHeldWords(settings)
  const { isBusy, run } = useOneAtATime()
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
            onChange={(event) => setText(event.target.value)}
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

/** The typed text, and the list it started from: another moderator may save a different one in the meantime. */
type Draft = { text: string; lastSeen: string[] }

function useHeldWords(settings: SiteSettings) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<Draft>()
  const [problem, setProblem] = useState<string>()
  const { text, lastSeen } = draft ?? { text: settings.heldWords.join('\n'), lastSeen: settings.heldWords }
  useUnsaved(draft !== undefined)

  /** Shows another moderator's changes; saving again then replaces their list. */
  const compare = async (refusal: string) => {
    try {
      const { heldWords } = await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 })
      setDraft({ text, lastSeen: heldWords })
      setProblem(`${refusal} ${describeChange(lastSeen, heldWords)}`)
    } catch {
      setProblem(refusal)
    }
  }
  const save = async () => {
    const words = text.split('\n').flatMap((line) => line.trim() || [])
    const limit = limitProblem(words)
    setProblem(limit)
    if (limit) return
    try {
      await runMutation(queryClient, () => call(api.siteSettings.setHeldWords, { body: { words, lastSeen } }))
      toastSuccess(api.siteSettings.setHeldWords.message)
      queryClient.setQueryData(settingsQuery.queryKey, (now) => now && { ...now, heldWords: words })
      setDraft(undefined)
      refreshRest(queryClient)
    } catch (error) {
      if (hasCode(error, 'moderation.changed')) await compare(problemOf(error))
      else setProblem(problemOf(error))
    }
  }
  return { text, setText: (typed: string) => setDraft({ text: typed, lastSeen }), problem, save }
}

function limitProblem(words: string[]): string | undefined {
  if (words.some((word) => word.length > limits.heldWordLength))
    return `A line must be at most ${limits.heldWordLength} characters`
  if (words.length > limits.heldWords) return `At most ${limits.heldWords} lines`
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
