import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type BodyOf } from '@vireo/contract'
import { call } from '../../../lib/api-client.ts'

export const sendConfirmCode = () => call(api.sessions.sendCode)
export const confirmOwner = (body: BodyOf<typeof api.sessions.confirm>) =>
  call(api.sessions.confirm, { body })

/** Other devices change it, so it is loaded whenever the page opens. */
export const sessionsQuery = queryOptions({
  queryKey: ['security', 'sessions'],
  queryFn: ({ signal }) => call(api.sessions.list, { signal }),
  staleTime: 0,
})

function useSessionMutation<Input>(mutationFn: (input: Input) => Promise<null>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    // Even after a failure, as the session may have ended elsewhere. Not awaited, so that the focus can leave a row
    // before it is removed.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

export const useEndSession = () =>
  useSessionMutation((id: string) => call(api.sessions.end, { params: { id } }))
export const useEndOtherSessions = () => useSessionMutation(() => call(api.sessions.endOthers))

export const twoStepQuery = queryOptions({
  queryKey: ['security', 'two-step'],
  queryFn: ({ signal }) => call(api.twoStep.status, { signal }),
})

function useTwoStepMutation<Input, Data>(mutationFn: (input: Input) => Promise<Data>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: twoStepQuery.queryKey }),
  })
}

export const setUpTwoStep = () => call(api.twoStep.setUp)
export const useEnableTwoStep = () =>
  useTwoStepMutation((code: string) => call(api.twoStep.enable, { body: { code } }))
export const useRenewCodes = () =>
  useTwoStepMutation((code: string) => call(api.twoStep.renewCodes, { body: { code } }))
export const useDisableTwoStep = () =>
  useTwoStepMutation((body: BodyOf<typeof api.twoStep.disable>) => call(api.twoStep.disable, { body }))
