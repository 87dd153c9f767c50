/** How often one person, or for a visitor one network, may make a call. Calls with the same name are counted together. */
export interface CallLimit {
  name: string
  max: number
  windowSeconds: number
}

export const perMinute = (name: string, max: number): CallLimit => ({ name, max, windowSeconds: 60 })
