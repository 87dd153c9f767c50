/**
 * The form in which usernames and e-mail addresses are compared and counted. Only A to Z are converted: lower case of
 * other letters differs between JavaScript, PostgreSQL and languages.
 */
export const foldCase = (text: string) => text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
