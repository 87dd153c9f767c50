/**
 * The form in which usernames and e-mail addresses are compared, counted and stored beside what was typed.
 * Only A to Z are folded: other letters fold differently in JavaScript, in PostgreSQL and by language.
 */
export const foldCase = (text: string) => text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
