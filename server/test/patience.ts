/**
 * Options for `vi.waitFor`: a short interval for an idle machine, and a timeout that a green run never reaches, however
 * busy the machine is.
 */
export const patiently = { timeout: 60_000, interval: 25 }
