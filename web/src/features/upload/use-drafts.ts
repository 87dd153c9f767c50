import { useRef, useState } from 'react'
import { removeUpload } from './api.ts'
import { type Draft, emptyDraft, isEmpty, withoutUpload, withoutVideo, withVideo } from './draft.ts'
import { type Drafts, keepDrafts } from './draft-store.ts'

/** The form's content. Every change is kept, so that nothing typed or chosen is ever lost. */
export function useDrafts(userId: string, initial: Drafts) {
  const [drafts, setDrafts] = useState(initial)
  // An upload that began minutes ago must see what was typed since.
  const latest = useRef(initial)

  const change = (next: Partial<Drafts>) => {
    latest.current = { ...latest.current, ...next }
    setDrafts(latest.current)
    keepDrafts(userId, latest.current, next.setAside !== undefined)
  }
  const changeCurrent = (update: (draft: Draft) => Draft) =>
    change({ current: update(latest.current.current) })

  return {
    draft: drafts.current,
    setAside: drafts.setAside,
    latest: () => latest.current.current,
    edit: (changes: Partial<Draft>) => changeCurrent((draft) => ({ ...draft, ...changes })),
    chooseVideo: (video: File) => changeCurrent((draft) => withVideo(draft, video)),
    removeVideo: () => {
      forgetUpload(latest.current.current)
      changeCurrent(withoutVideo)
    },
    giveUpUpload: () => {
      forgetUpload(latest.current.current)
      changeCurrent(withoutUpload)
    },
    /** Resets the form and keeps what was in it. */
    putAside: () => {
      const { current, setAside } = latest.current
      if (isEmpty(current)) return
      if (setAside) forgetUpload(setAside)
      change({ current: emptyDraft, setAside: current })
    },
    /** Puts back what was set aside; what is in the form now takes its place. */
    restore: () => {
      const { current, setAside } = latest.current
      if (setAside) change({ current: setAside, setAside: isEmpty(current) ? null : current })
    },
    discard: () => {
      const { setAside } = latest.current
      if (setAside) forgetUpload(setAside)
      change({ setAside: null })
    },
    /** It is a video now. */
    finish: () => change({ current: emptyDraft }),
  }
}

export type DraftsControl = ReturnType<typeof useDrafts>

function forgetUpload({ remembered }: Draft) {
  if (remembered?.uploadUrl) removeUpload(remembered.uploadUrl)
}
