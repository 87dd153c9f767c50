/**
 * Options for `vi.waitFor`: a short interval for an idle machine, and a timeout for what never happens. A green run does
 * not meet it, however busy the machine is.
 */
export const patiently = { timeout: 60_000, interval: 25 }
