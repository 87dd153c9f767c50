/** An unfinished @name that ends at the caret. Before the @ is what may be before a mention (rules/mentions.ts). */
const unfinished = /(?<![\p{L}\p{N}_@./])@([a-z0-9_.]{1,30})$/iu

export type Mention = { name: string; start: number; end: number }

/** The name that is being typed, if the caret is at its end. */
export function mentionAtCaret({ value, selectionStart, selectionEnd }: CaretIn): Mention | undefined {
  if (selectionStart !== selectionEnd || /^[\p{L}\p{N}_.@]/u.test(value.slice(selectionEnd))) return undefined
  const name = unfinished.exec(value.slice(0, selectionEnd))?.[1]
  return name ? { name, start: selectionEnd - name.length - 1, end: selectionEnd } : undefined
}

type CaretIn = Pick<HTMLTextAreaElement, 'value' | 'selectionStart' | 'selectionEnd'>
