import { Tab, TabPanel, Tabs, TabsList } from '../../../ui/layout/tabs.tsx'
import { lazyPart, whenLoaded } from '../../../ui/lazy/lazy-part.tsx'
import { SignInForm } from './sign-in-form.tsx'
import type { StepName } from './step-name.ts'

/** Loaded after the first tab, which is what most people need. */
export const SignUp = lazyPart(() => import('./sign-up/sign-up.tsx').then((m) => m.SignUp))

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
  const change = (next: AuthTab) => {
    if (next === 'sign-up') whenLoaded(SignUp, () => onTabChange(next))
    else onTabChange(next)
  }
  return (
    <Tabs value={tab} onValueChange={(value) => change(value as AuthTab)}>
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
        <SignUp isShown={tab === 'sign-up'} />
      </TabPanel>
    </Tabs>
  )
}
