import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type CommentRules, limits } from '@vireo/contract'
import { Link } from 'react-router'
import { call } from '../../../lib/api-client.ts'
import { runMutation } from '../../../lib/query/query-client.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts/toast.ts'
import { SectionLoading, SettingsSection } from '../../../ui/layout/settings-section.tsx'
import { OwnerRow, RestorableList } from '../../people/blocks/restorable-list.tsx'
import { CommentsModeField } from '../../publishing/comments-mode/comments-mode-field.tsx'
import { rulesQuery, setMode, silencedQuery, unsilence } from './api.ts'
import { WordListForm } from './word-list-form.tsx'

/** A section of the settings. */
export function CommentSettings() {
  const queryClient = useQueryClient()
  const query = useQuery(rulesQuery)
  return (
    <SettingsSection
      title="Comments on your channel"
      text="Who may comment on your videos and tweets, and what others see of it."
    >
      <p>
        <Link to={paths.channelComments()} className="link inline-flex min-h-11 items-center">
          Comments that wait for your approval, and hidden ones
        </Link>
      </p>
      {query.data ? (
        <Rules rules={query.data} />
      ) : (
        <SectionLoading query={query} failure="Your rules could not be loaded." className="h-96" />
      )}
      <RestorableList
        title="People whose comments are hidden"
        empty="You have not hidden anyone’s comments."
        query={silencedQuery}
        action="Show again"
        restore={(person) => unsilence(queryClient, person)}
        nameOf={({ fullname }) => fullname}
      >
        {(person) => <OwnerRow owner={person} />}
      </RestorableList>
    </SettingsSection>
  )
}

function Rules({ rules }: { rules: CommentRules }) {
  const queryClient = useQueryClient()
  const saveWords = async (words: string[], lastSeen: string[]) => {
    await runMutation(queryClient, () => call(api.commentRules.setWords, { body: { words, lastSeen } }))
    toastSuccess(api.commentRules.setWords.message)
    queryClient.setQueryData(rulesQuery.queryKey, (now) => now && { ...now, blockedWords: words })
    void queryClient.invalidateQueries({ queryKey: rulesQuery.queryKey })
  }
  return (
    <>
      <CommentsModeField
        kind="new"
        legend="New videos and tweets"
        value={rules.commentsMode}
        onChange={(mode) =>
          void setMode(queryClient, rules, mode).catch(() =>
            toastError('Something went wrong. Please try again.'),
          )
        }
      />
      <div className="grid gap-2">
        <h3 className="text-sm">Blocked words</h3>
        <p className="text-muted">A comment with one of these words waits for your approval.</p>
        <WordListForm
          words={rules.blockedWords}
          maxWords={limits.blockedWords}
          maxLength={limits.blockedWordLength}
          conflict="settings.changed"
          save={saveWords}
          reload={async () => (await queryClient.fetchQuery({ ...rulesQuery, staleTime: 0 })).blockedWords}
        />
      </div>
    </>
  )
}
