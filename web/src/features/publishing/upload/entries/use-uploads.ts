import { useEffect } from 'react'
import { useStore } from '../../../../lib/store/use-store.ts'
import { loadUploads, uploads } from './entries.ts'
import { startSaving } from './saving.ts'

/** The uploads of a person; null for the few milliseconds until they are read. */
export function useUploads(userId: string) {
  const state = useStore(uploads)
  useEffect(() => void loadUploads(userId).then(() => startSaving(userId)), [userId])
  return state?.userId === userId ? state : null
}
