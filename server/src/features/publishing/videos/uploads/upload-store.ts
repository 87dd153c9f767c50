import type { DataStore } from '@tus/server'

/** A finished upload as a local file, which must not be changed. */
export interface FinishedUpload {
  path: string
  /** Puts it into the storage under this key in a better way than sending the local file. */
  store?: (key: string) => Promise<void>
}

/** Keeps the bytes of unfinished uploads. */
export interface UploadStore extends DataStore {
  withFinished<T>(id: string, work: (upload: FinishedUpload) => Promise<T>): Promise<T>
}
