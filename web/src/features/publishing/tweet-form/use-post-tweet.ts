import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { altFields, api, type Tweet } from '@vireo/contract'
import { ApiError, call } from '../../../lib/api-client.ts'
import type { useDrafts } from '../../../lib/forms/drafts.ts'
import { refusalMessageOf } from '../../../lib/forms/error-message.ts'
import { useIsUnmounted } from '../../../lib/hooks/use-is-unmounted.ts'
import { useSendFailure } from '../../people/accounts/use-send-failure.ts'
import { addTweet } from '../tweets/api.ts'
import type { Draft } from './draft.ts'

type PostOptions = {
  drafts: ReturnType<typeof useDrafts<Draft>>
  resetErrors: () => void
  /** `isUnmounted`: the person has since gone to another page. */
  onPosted: (tweet: Tweet, isUnmounted: boolean) => void
}

// A key, so that a reopened form can find a tweet that is still being posted.
const mutationKey = ['tweets', 'post']

/** Posts the draft. After a failure it can be restored. */
export function usePostTweet({ drafts, resetErrors, onPosted }: PostOptions) {
  const queryClient = useQueryClient()
  const isUnmounted = useIsUnmounted()
  const { failure, fail, clearFailure } = useSendFailure(drafts.setAside, resetErrors)
  const isPosting = useIsMutating({ mutationKey }) > 0
  const { mutateAsync } = useMutation({
    mutationKey,
    mutationFn: (draft: Draft) => call(api.tweets.create, { form: formOf(draft) }),
  })

  const post = async () => {
    clearFailure()
    try {
      const { tweet } = await mutateAsync(drafts.latest())
      addTweet(queryClient, tweet)
      drafts.finish()
      onPosted(tweet, isUnmounted.current)
    } catch (error) {
      fail(error, describe(error))
    }
  }
  return { post, isPosting, failure, clearFailure }
}

function describe(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong...'
  return refusalMessageOf(error, 'Failed to upload tweet. Please try again!')
}

function formOf({ content, images }: Draft) {
  const form = new FormData()
  form.append('content', content)
  for (const [index, { file, name, alt }] of images.entries()) {
    const field = altFields[index]
    if (field) form.append(field, alt)
    form.append('image', file, name)
  }
  return form
}
