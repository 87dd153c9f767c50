import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { Person, Site } from '../support/site.ts'

export const signInForm = (page: Page) => page.getByRole('form', { name: 'Sign in' })
export const signUpForm = (page: Page) => page.getByRole('form', { name: 'Sign up' })

/** The console error that the browser logs for an API call refused with one of these statuses. */
export const refusal = (...statuses: number[]) => new RegExp(`status of (${statuses.join('|')})`)

export async function fillSignIn(page: Page, identifier: string, password: string): Promise<void> {
  await signInForm(page).getByLabel('Username or email').fill(identifier)
  await signInForm(page).getByLabel('Password', { exact: true }).fill(password)
}

export async function signIn(page: Page, identifier: string, password: string): Promise<void> {
  await fillSignIn(page, identifier, password)
  await signInForm(page).getByRole('button', { name: 'Sign in' }).click()
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
  // After a change of the window's size some parts are redrawn.
  await expect.poll(overflow).toBe(0)
}

/** Leaves the site first: an open page would continue to make calls, which would be refused. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** As if the person had signed in a while ago: what needs a recent sign-in asks for a confirmation. */
export async function forgetConfirmation(
  { sql }: Site,
  { username }: Pick<Person, 'username'>,
): Promise<void> {
  await sql`
    update sessions set confirmed_at = 'epoch'
    where user_id = (select id from users where username = ${username})`
}
