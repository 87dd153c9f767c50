import type { DataStore } from '@tus/server'

/** A finished upload as a local file, which must not be changed. */
export interface FinishedUpload extends AsyncDisposable {
  path: string
  /** The parts of it that are stored already, which the storage joins itself. */
  partKeys?: string[]
}

/** Keeps the bytes of unfinished uploads. */
export interface UploadStore extends DataStore {
  openFinished(id: string): Promise<FinishedUpload>
}
