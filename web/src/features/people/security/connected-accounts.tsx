import { useQuery } from '@tanstack/react-query'
import { api, type Identity, type Provider } from '@vireo/contract'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { messageOf } from '../../../lib/forms/error-message.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts/toast.ts'
import { focusTitle, SectionLoading, SettingsSection } from '../../../ui/layout/settings-section.tsx'
import { useConfirm } from '../../../ui/overlays/confirm.tsx'
import { identitiesQuery, providersQuery, startLink, useUnlink } from '../providers/api.ts'
import { ProviderMark } from '../providers/provider-mark.tsx'
import { ProviderProblem } from '../providers/provider-problem.tsx'
import { useConfirmed } from './use-confirmed.tsx'

const sectionId = 'connected-accounts'

/** In the settings: the provider accounts for signing in. Hidden on sites without providers. */
export function ConnectedAccounts() {
  const providers = useQuery(providersQuery)
  const identities = useQuery(identitiesQuery)
  const problem = useLinkResult(identities.data?.docs)
  const linked = identities.data?.docs ?? []
  const rows = [
    ...(providers.data?.docs ?? []).map((provider) => ({
      key: provider._id,
      provider,
      identity: linked.find((identity) => identity.isOffered && identity.provider._id === provider._id),
    })),
    // Accounts of providers that the site no longer offers can still be disconnected.
    ...linked
      .filter((identity) => !identity.isOffered)
      .map((identity) => ({
        key: `${identity.provider._id} ${identity.createdAt}`,
        provider: identity.provider,
        identity,
      })),
  ]
  const isLoaded = providers.data && identities.data
  if (isLoaded && rows.length === 0) return null
  const loading = {
    isError: providers.isError || identities.isError,
    refetch: () => Promise.all([providers.refetch(), identities.refetch()]),
  }
  return (
    <SettingsSection
      id={sectionId}
      title="Connected accounts"
      text="Accounts elsewhere that you can sign in with."
    >
      {problem && <ProviderProblem problem={problem} isLinking />}
      {isLoaded ? (
        <ul className="grid gap-1">
          {rows.map(({ key, ...row }) => (
            <ProviderRow key={key} {...row} />
          ))}
        </ul>
      ) : (
        <SectionLoading
          query={loading}
          failure="Your connected accounts could not be loaded."
          className="h-28"
        />
      )}
    </SettingsSection>
  )
}

/** Shows the result of linking at a provider, once, and removes it from the page's address. */
function useLinkResult(identities: Identity[] | undefined) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  const linked = search.get('linked')
  const failed = search.get('problem')
  useEffect(() => {
    // Anyone could post such an address, so success is shown only if the account is really linked.
    if (!failed && !(linked && identities)) return
    const isLinked = identities?.some(({ isOffered, provider }) => isOffered && provider._id === linked)
    if (linked && isLinked) toastSuccess('Account connected')
    if (failed) setProblem(failed)
    void navigate({ search: '', hash: sectionId }, { replace: true, preventScrollReset: true })
  }, [linked, failed, identities, navigate])
  return problem
}

type ProviderRowProps = { provider: Provider; identity: Identity | undefined }

function ProviderRow({ provider, identity }: ProviderRowProps) {
  const { _id, name } = provider
  const isOffered = identity?.isOffered ?? true
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <ProviderMark id={_id} />
      <div className="min-w-32 grow basis-0">
        <p className="font-medium">{name}</p>
        <p className="wrap-anywhere text-muted">{identity ? identity.label : 'Not connected'}</p>
        {!isOffered && <p className="text-muted">No longer offered here</p>}
      </div>
      {identity ? (
        <DisconnectButton provider={provider} isOffered={isOffered} />
      ) : (
        <ConnectButton provider={provider} />
      )}
    </li>
  )
}

function ConnectButton({ provider: { _id, name } }: { provider: Provider }) {
  const { run, dialog } = useConfirmed()
  const [isLeaving, setIsLeaving] = useState(false)
  useEffect(() => {
    // After Back from the provider, the browser may show this page as it was left.
    const reset = () => setIsLeaving(false)
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  }, [])

  const connect = async () => {
    setIsLeaving(true)
    try {
      const isConfirmed = await run(async () => location.assign(await startLink(_id)))
      // The browser is navigating to the provider.
      if (isConfirmed) return
    } catch (error) {
      toastError(messageOf(error, `${name} could not be connected. Please try again.`))
    }
    setIsLeaving(false)
  }
  return (
    <>
      <Button onClick={connect} isBusy={isLeaving} aria-label={`Connect ${name}`}>
        Connect
      </Button>
      {dialog}
    </>
  )
}

type DisconnectButtonProps = { provider: Provider; isOffered: boolean }

function DisconnectButton({ provider: { _id, name }, isOffered }: DisconnectButtonProps) {
  const confirm = useConfirm()
  const unlink = useUnlink()
  const { run, dialog } = useConfirmed()
  const disconnect = async () => {
    const isSure = await confirm({
      title: `Disconnect ${name}?`,
      text: isOffered ? `You can no longer sign in with ${name}.` : 'It is no longer used to sign in.',
      confirmLabel: 'Disconnect',
    })
    if (!isSure) return
    try {
      if (!(await run(() => unlink.mutateAsync({ provider: _id, isOffered })))) return
      toastSuccess(api.providers.unlink.message)
      const section = document.getElementById(sectionId)
      if (section) focusTitle(section)
    } catch (error) {
      toastError(messageOf(error, `${name} could not be disconnected. Please try again.`))
    }
  }
  return (
    <>
      <Button
        onClick={disconnect}
        isBusy={unlink.isPending}
        aria-label={isOffered ? `Disconnect ${name}` : `Disconnect ${name}, no longer offered here`}
      >
        Disconnect
      </Button>
      {dialog}
    </>
  )
}
