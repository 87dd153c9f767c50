/**
 * Characters that are not seen themselves: they change the direction of the text around them (overrides, embeddings,
 * isolates, marks), or make two names differ that look the same (zero-width blanks, fillers). The joiners of emoji and
 * of Persian and Indic words, variants of characters and the tags of flags are not among them.
 */
const invisible =
  /(?!\u200C|\u200D|[\uFE00-\uFE0F]|[\u{E0020}-\u{E007F}]|[\u{E0100}-\u{E01EF}])\p{Default_Ignorable_Code_Point}|[\uFFF9-\uFFFB]/gu
export const withoutInvisible = (text: string) => text.replace(invisible, '')

/** NUL is left to be refused. */
const control = /[\u2028\u2029]|(?!\0)\p{Cc}/gu

/** A name, title or subject as the single line that it is shown as, in lists, sentences and the subjects of mails. */
export const plainLine = (text: string) => withoutInvisible(text).replace(control, ' ')
