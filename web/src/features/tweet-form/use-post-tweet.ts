import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { altFields, api } from '@vireo/contract'
import { ApiError, call } from '../../lib/api-client.ts'
import type { useDrafts } from '../../lib/use-drafts.ts'
import { useHasLeft } from '../../lib/use-has-left.ts'
import { refusalMessageOf } from '../account/error-message.ts'
import { useSendFailure } from '../account/use-send-failure.ts'
import { addTweet } from '../tweets/api.ts'
import type { Draft } from './draft.ts'

type PostOptions = {
  drafts: ReturnType<typeof useDrafts<Draft>>
  /** After a failure: the form begins again, and the draft can be restored. */
  putAside: () => void
  /** `hasLeft` when the person went elsewhere meanwhile. */
  onPosted: (hasLeft: boolean) => void
}

// Leaving the form and coming back does not end what was begun there.
const mutationKey = ['tweets', 'post']

/** From the button to the posted tweet, or to a failure after which the draft can be restored. */
export function usePostTweet({ drafts, putAside, onPosted }: PostOptions) {
  const queryClient = useQueryClient()
  const hasLeft = useHasLeft()
  const { failure, fail, clearFailure } = useSendFailure(putAside)
  const isPosting = useIsMutating({ mutationKey }) > 0
  const { mutateAsync } = useMutation({
    mutationKey,
    mutationFn: (draft: Draft) => call(api.tweet.create, { form: formOf(draft) }),
  })

  const post = async () => {
    clearFailure()
    try {
      const { tweet } = await mutateAsync(drafts.latest())
      addTweet(queryClient, tweet)
      drafts.finish()
      onPosted(hasLeft.current)
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
