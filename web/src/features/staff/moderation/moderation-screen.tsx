import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { MissingPage } from '../../../navigation/errors/missing-page.tsx'
import { LinkTab } from '../../../navigation/links/link-tab.tsx'
import { paths } from '../../../navigation/links/paths.ts'
import { TabPanel, Tabs, TabsList } from '../../../ui/layout/tabs.tsx'
import { countText, summaryQuery } from './api.ts'
import { CasesPanel } from './panels/cases-panel.tsx'
import { HeldPanel } from './panels/held-panel.tsx'
import { LogPanel } from './panels/log-panel.tsx'
import { SiteSettingsPanel } from './panels/site-settings-panel.tsx'
import { StaffPanel } from './panels/staff-panel.tsx'

type ModerationScreenProps = { tab: string | undefined; isAdmin: boolean }

export function ModerationScreen({ tab = 'reports', isAdmin }: ModerationScreenProps) {
  const { data, refetch } = useQuery(summaryQuery)
  const tabs = [
    { value: 'reports', label: 'Reports', count: data?.openCases, panel: <CasesPanel /> },
    { value: 'held', label: 'Held comments', count: data?.heldComments, panel: <HeldPanel /> },
    { value: 'log', label: 'Audit log', panel: <LogPanel /> },
    ...(isAdmin ? [{ value: 'moderators', label: 'Moderators', panel: <StaffPanel /> }] : []),
    { value: 'settings', label: 'Settings', panel: <SiteSettingsPanel isAdmin={isAdmin} /> },
  ]
  const shown = tabs.find(({ value }) => value === tab)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On narrow screens the tabs scroll, and their counts make them even wider.
    const active = tab && data && list.current?.querySelector('[aria-selected=true]')
    if (active) active.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [tab, data])
  useEffect(() => {
    // Keeps the counts in step with the list that is loaded now.
    if (tab) void refetch()
  }, [tab, refetch])
  if (!shown) return <MissingPage title="Oops! Page not found" />
  return (
    <div className="mx-auto max-w-4xl">
      <h1 className="mb-3 text-2xl">Moderation</h1>
      <Tabs value={shown.value}>
        <TabsList ref={list} aria-label="Moderation" className="overflow-x-auto *:shrink-0">
          {tabs.map(({ value, label, count }) => (
            <LinkTab key={value} value={value} to={paths.moderation(value === 'reports' ? undefined : value)}>
              <span className="flex items-center gap-2">
                {label}
                {!!count && (
                  <span className="rounded-full bg-surface-2 px-2 text-xs leading-5 tabular-nums">
                    {countText(count)}
                  </span>
                )}
              </span>
            </LinkTab>
          ))}
        </TabsList>
        <TabPanel value={shown.value} tabIndex={-1}>
          {shown.panel}
        </TabPanel>
      </Tabs>
    </div>
  )
}
