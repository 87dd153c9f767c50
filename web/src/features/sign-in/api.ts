import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type BodyOf } from '@vireo/contract'
import { call } from '../../lib/api-client.ts'
import { beginSession } from '../account/api.ts'

export function useSecondStep() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof api.user.secondStep>) => call(api.user.secondStep, { body }),
    onSuccess: (user) => beginSession(queryClient, user),
  })
}
