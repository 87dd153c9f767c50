/** Returns the message to show, or nothing if the value is valid. */
export type Rule = (value: string) => string | undefined
