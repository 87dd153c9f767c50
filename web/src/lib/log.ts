/** For failures that users do not need to see. */
export function logFailure(context: string, error: unknown) {
  // biome-ignore lint/suspicious/noConsole: the one place that logs
  console.warn(context, error)
}
