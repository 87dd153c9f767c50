import { lazy, Suspense } from 'react'
import { Tab, TabPanel, Tabs, TabsList } from '../../../ui/layout/tabs.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up/sign-up-form.tsx'
import type { StepName } from './step-name.ts'

// Loaded with the sign-up tab.
const SignUpGate = lazy(() => import('./sign-up/sign-up-gate.tsx').then((m) => ({ default: m.SignUpGate })))

const authTabs = ['sign-in', 'sign-up'] as const
export type AuthTab = (typeof authTabs)[number]

type AuthTabsProps = {
  tab: AuthTab
  onTabChange: (tab: AuthTab) => void
  onStep: (step: StepName) => void
  resetPath: string
}

/** Both forms stay mounted while hidden, so that typed text and the resend countdown survive a switch. */
export function AuthTabs({ tab, onTabChange, onStep, resetPath }: AuthTabsProps) {
  return (
    <Tabs value={tab} onValueChange={(value) => onTabChange(value as AuthTab)}>
      <TabsList aria-label="Sign in or sign up">
        <Tab value="sign-in" className="flex-1">
          Sign in
        </Tab>
        <Tab value="sign-up" className="flex-1">
          Sign up
        </Tab>
      </TabsList>
      <TabPanel value="sign-in" forceMount tabIndex={-1}>
        <SignInForm resetPath={resetPath} onStep={onStep} />
      </TabPanel>
      <TabPanel value="sign-up" forceMount tabIndex={-1}>
        {tab === 'sign-up' && (
          <Suspense>
            <SignUpGate />
          </Suspense>
        )}
        <div className="peer-data-closed:hidden">
          <SignUpForm />
        </div>
      </TabPanel>
    </Tabs>
  )
}
