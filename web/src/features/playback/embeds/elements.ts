/** An element of embed.html by its id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no element #${id}`)
  return element as T
}

export const setIcon = (button: HTMLElement, name: string) =>
  button.querySelector('use')?.setAttribute('href', `#icon-${name}`)
