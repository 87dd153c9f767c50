import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type Bell } from '@vireo/contract'
import { BellOff, Bell as BellOn, Check } from 'lucide-react'
import { call } from '../../lib/api-client.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { toastError } from '../../ui/feedback/toast.ts'
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from '../../ui/overlays/menu.tsx'

export const bellQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['subscriptions', 'bell', channelId],
    queryFn: async ({ signal }) =>
      (await call(api.subscriptions.info, { params: { channelId }, signal })).bell ?? 'all',
    staleTime: 0,
  })

const choices = [
  { value: 'all', label: 'All', icon: BellOn },
  { value: 'none', label: 'None', icon: BellOff },
] as const

/** Which of a channel's posts its subscriber is notified of. */
export function BellMenu({ channelId }: { channelId: string }) {
  const { data: bell = 'all' } = useQuery(bellQuery(channelId))
  const choose = useChooseBell(channelId)
  const Icon = bell === 'none' ? BellOff : BellOn
  return (
    <Menu>
      <MenuTrigger>
        <IconButton
          label={`Notifications of this channel: ${bell === 'none' ? 'none' : 'all'}`}
          tooltip="Notifications of this channel"
        >
          <Icon />
        </IconButton>
      </MenuTrigger>
      <MenuContent className="min-w-40">
        <MenuRadioGroup value={bell} onValueChange={(value) => choose.mutate(value as Bell)}>
          {choices.map(({ value, label, icon: ChoiceIcon }) => (
            <MenuRadioItem key={value} value={value}>
              <ChoiceIcon />
              <span className="grow">{label}</span>
              {value === bell && <Check />}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  )
}

function useChooseBell(channelId: string) {
  const queryClient = useQueryClient()
  const { queryKey } = bellQuery(channelId)
  return useMutation({
    mutationFn: (bell: Bell) => call(api.subscriptions.setBell, { params: { channelId }, body: { bell } }),
    scope: { id: `bell:${channelId}` },
    onMutate: (bell) => {
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, bell)
      return before
    },
    onError: (error, _bell, before) => {
      toastError(error.message)
      // Without a connection nothing can be loaded again.
      queryClient.setQueryData(queryKey, before)
      void queryClient.invalidateQueries({ queryKey })
    },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['notifications'] }),
  })
}
