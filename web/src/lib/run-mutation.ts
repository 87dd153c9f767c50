import type { QueryClient } from '@tanstack/react-query'

/** A mutation that outlives the component which asked for it; the client still hears of a 401. */
export function runMutation<Data>(queryClient: QueryClient, mutationFn: () => Promise<Data>): Promise<Data> {
  return queryClient.getMutationCache().build(queryClient, { mutationFn }).execute(undefined)
}
