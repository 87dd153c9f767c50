import { useMutation, useQueryClient } from '@tanstack/react-query'
import { altFields, api } from '@vireo/contract'
import { useState } from 'react'
import { ApiError, call } from '../../lib/api-client.ts'
import type { useDrafts } from '../../lib/use-drafts.ts'
import { useHasLeft } from '../../lib/use-has-left.ts'
import { toastError } from '../../ui/toast.ts'
import { currentUserQuery } from '../account/api.ts'
import { refusalMessageOf } from '../account/error-message.ts'
import { addTweet } from '../tweets/api.ts'
import type { Draft } from './draft.ts'

type PostOptions = {
  drafts: ReturnType<typeof useDrafts<Draft>>
  /** `hasLeft` when the person went elsewhere meanwhile. */
  onPosted: (hasLeft: boolean) => void
}

/** From the button to the posted tweet, or to a failure after which the draft can be restored. */
export function usePostTweet({ drafts, onPosted }: PostOptions) {
  const queryClient = useQueryClient()
  const hasLeft = useHasLeft()
  const [failure, setFailure] = useState<string>()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (draft: Draft) => call(api.tweet.create, { form: formOf(draft) }),
  })

  const fail = (error: unknown) => {
    const message =
      error instanceof ApiError
        ? refusalMessageOf(error, 'Failed to upload tweet. Please try again!')
        : 'Something went wrong...'
    toastError(message)
    // Signed out meanwhile: the way leads over the sign-in page and back to the form as it is.
    if (error instanceof ApiError && error.status === 401) {
      void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
      return
    }
    drafts.putAside()
    setFailure(message)
  }

  const post = async () => {
    setFailure(undefined)
    try {
      const { tweet } = await mutateAsync(drafts.latest())
      addTweet(queryClient, tweet)
      drafts.finish()
      onPosted(hasLeft.current)
    } catch (error) {
      fail(error)
    }
  }
  return { post, isPosting: isPending, failure, clearFailure: () => setFailure(undefined) }
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
