/** For failures that people do not need to see. */
export function logFailure(what: string, error: unknown) {
  // biome-ignore lint/suspicious/noConsole: the one place that logs
  console.warn(what, error)
}
