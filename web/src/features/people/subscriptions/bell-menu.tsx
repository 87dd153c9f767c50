import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type Bell } from '@vireo/contract'
import { BellOff, Bell as BellOn, Check } from 'lucide-react'
import { call } from '../../../lib/api-client.ts'
import { messageOf } from '../../../lib/forms/error-message.ts'
import { requestToggle } from '../../../lib/query/optimistic-toggle.ts'
import { runMutation } from '../../../lib/query/query-client.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { toastError } from '../../../ui/feedback/toasts/toast.ts'
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from '../../../ui/overlays/menu.tsx'

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

export const bellKey = (channelId: string) => `bell:${channelId}`

/**
 * Which of a channel's posts its subscriber is notified about. `isKnown` where a list of channels has just loaded it
 * for all of them.
 */
export function BellMenu({ channelId, isKnown = false }: { channelId: string; isKnown?: boolean }) {
  const { data: bell = 'all' } = useQuery({
    ...bellQuery(channelId),
    refetchOnMount: !isKnown,
    refetchOnWindowFocus: !isKnown,
  })
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
        <MenuRadioGroup value={bell} onValueChange={(value) => value !== bell && choose(value as Bell)}>
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
  const toBell = (isAll: boolean): Bell => (isAll ? 'all' : 'none')
  return (chosen: Bell) =>
    void requestToggle({
      key: bellKey(channelId),
      isOn: chosen === 'all',
      show: (isAll) => queryClient.setQueryData(queryKey, toBell(isAll)),
      send: (isAll) =>
        runMutation(queryClient, () =>
          call(api.subscriptions.setBell, { params: { channelId }, body: { bell: toBell(isAll) } }),
        ),
      settle: () => void queryClient.invalidateQueries({ queryKey: ['notifications'] }),
      fail: (error) => {
        toastError(messageOf(error, 'The notifications of this channel could not be changed'))
        void queryClient.invalidateQueries({ queryKey })
      },
    })
}
