import type { Page } from '@playwright/test'

/** Of a form, of an upload, or which upload the form shows. */
type Stored<Draft> = { current?: Draft; setAside?: unknown; draft?: Draft; setAsideId?: string | null }

/** The drafts of unfinished texts and uploads in the browser. They are stored asynchronously, so tests have to poll. */
const readDrafts = <Draft>(page: Page) =>
  page.evaluate(
    () =>
      new Promise<Stored<Draft>[]>((resolve, reject) => {
        const opening = indexedDB.open('vireo')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const all = opening.result.transaction('drafts').objectStore('drafts').getAll()
          all.onerror = () => reject(all.error)
          all.onsuccess = () => {
            opening.result.close()
            resolve(all.result)
          }
        }
      }),
  )

export async function savedTexts(page: Page): Promise<string[]> {
  const drafts = await readDrafts<Record<string, string>>(page)
  return drafts.flatMap(({ current = {} }) => Object.values(current)).sort()
}

export async function countDraftsSetAside(page: Page): Promise<number> {
  const drafts = await readDrafts(page)
  return drafts.filter(({ setAside, setAsideId }) => setAside || setAsideId).length
}

export async function hasSubmittedDraft(page: Page): Promise<boolean> {
  const drafts = await readDrafts<{ remembered?: { wasSubmitted?: boolean } }>(page)
  return drafts.some(({ draft }) => draft?.remembered?.wasSubmitted)
}

/** As if this browser had never been here. */
export const forgetDrafts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        localStorage.removeItem('has-uploads')
        const opening = indexedDB.open('vireo')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const clearing = opening.result.transaction('drafts', 'readwrite').objectStore('drafts').clear()
          clearing.onerror = () => reject(clearing.error)
          clearing.onsuccess = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
  )
