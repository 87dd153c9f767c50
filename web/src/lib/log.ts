/** For failures that the person need not know of: they are only logged. */
export function logFailure(what: string, error: unknown) {
  // biome-ignore lint/suspicious/noConsole: the one place that logs
  console.warn(what, error)
}
