import { useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '@vireo/contract'
import { runMutation } from '../../lib/run-mutation.ts'
import { toastError, toastNotice, toastSuccess } from '../../ui/toast.ts'
import { refusalOf } from '../blocks/refusal.ts'
import type { ShownComment } from './comment-pages.ts'
import { useComments } from './comments-context.ts'
import { draftKey, giveBackDraft } from './drafts.ts'
import { changePosted } from './posted.ts'
import { changeReplies } from './thread-cache.ts'

/** On the screen at once; when it cannot be sent, its text goes back into the box. */
export function usePostComment() {
  const queryClient = useQueryClient()
  const { source, viewer } = useComments()

  return async (text: string, parentId?: string) => {
    if (!viewer) return
    const unsent = toUnsent(viewer, text.trim(), parentId)
    const { clientKey } = unsent
    const changeOwn = (change: (own: ShownComment) => ShownComment[]) =>
      changePosted(source, unsent.parentId, (list) =>
        list.flatMap((one) => (one.clientKey === clientKey ? change(one) : [one])),
      )
    changePosted(source, unsent.parentId, (list) => [...list, unsent])
    source.changeCount(queryClient, (count) => count + 1)
    try {
      const sent = await runMutation(queryClient, () => source.add(text, parentId))
      changeOwn(() => [{ ...sent, clientKey }])
      if (sent.isHeld) {
        source.changeCount(queryClient, (count) => count - 1)
        return toastNotice('A moderator will look at this before others can see it.')
      }
      if (parentId) changeReplies(queryClient, source, parentId, 1)
      toastSuccess(source.words.posted)
    } catch (error) {
      changeOwn(() => [])
      source.changeCount(queryClient, (count) => count - 1)
      giveBackDraft(draftKey(viewer._id, source.key, parentId), text)
      toastError(refusalOf(error, source.words.postFailed))
    }
  }
}

let unsentCount = 0

function toUnsent(viewer: CurrentUser, text: string, parentId: string | undefined) {
  const { _id, username, fullname, avatar } = viewer
  const now = new Date().toISOString()
  const key = `unsent-${++unsentCount}`
  return {
    _id: key,
    clientKey: key,
    isPending: true,
    content: text,
    text,
    likes: 0,
    isLiked: false,
    repliesCount: 0,
    parentId: parentId ?? null,
    isEdited: false,
    isHeld: false,
    createdAt: now,
    updatedAt: now,
    owner: { _id, username, fullname, avatar },
  } satisfies ShownComment
}
