/** Options for `vi.waitFor`: a short interval for an idle machine, and a long timeout for a busy one. */
export const patiently = { timeout: 20_000, interval: 25 }
