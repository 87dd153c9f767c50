/** For a link's `state`: another address of the same page, such as a tab. Focus and scroll stay where they are. */
export const samePage = { isSamePage: true }

export function isSamePage(state: unknown) {
  return (state as Partial<typeof samePage> | null)?.isSamePage === true
}
