import { createStore } from '../../../../lib/store/store.ts'

const key = 'has-uploads'

/** Whether this browser has unfinished uploads, known before their code and the database are loaded. */
export const knownUploads = createStore(read())

export function setUploadsKnown(hasUploads: boolean) {
  knownUploads.set(hasUploads)
  try {
    if (hasUploads) localStorage.setItem(key, '1')
    else localStorage.removeItem(key)
  } catch {
    // Blocked or full: after a reload the uploads are listed once the upload page was opened.
  }
}

function read() {
  try {
    return localStorage.getItem(key) === '1'
  } catch {
    return false
  }
}
