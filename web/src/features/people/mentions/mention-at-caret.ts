/**
 * An unfinished @name that ends at the caret. The same characters may precede the @ as in
 * contract/src/rules/community/mentions.ts.
 */
const unfinished = /(?<![\p{L}\p{N}_@./])@([a-z0-9_.]{1,30})$/iu

export type Mention = { name: string; start: number; end: number }

/** The name being typed, if the caret is at its end. */
export function mentionAtCaret({ value, selectionStart, selectionEnd }: CaretIn): Mention | undefined {
  if (selectionStart !== selectionEnd || /^[\p{L}\p{N}_.@]/u.test(value.slice(selectionEnd))) return undefined
  const name = unfinished.exec(value.slice(0, selectionEnd))?.[1]
  return name ? { name, start: selectionEnd - name.length - 1, end: selectionEnd } : undefined
}

type CaretIn = Pick<HTMLTextAreaElement, 'value' | 'selectionStart' | 'selectionEnd'>
