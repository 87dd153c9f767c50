/** For `vi.waitFor`: what is waited for comes at once on a quiet machine, and late on a busy one. */
export const patiently = { timeout: 20_000, interval: 25 }
