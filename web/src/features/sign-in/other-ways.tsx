/** The ways to sign in besides a password, on both tabs. */
export function OtherWays() {
  return null
}
