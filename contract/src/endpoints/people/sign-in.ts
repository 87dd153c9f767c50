import { endpoint } from '../../endpoint.ts'
import {
  collect,
  emailRule,
  fullnameRule,
  missingFields,
  signUpPasswordRule,
  usernameRule,
} from '../../rules/people/accounts.ts'
import { t } from '../../schema.ts'
import { invite } from '../core/site-settings.ts'
import { currentUserView, email, fullname, password, text } from './accounts.ts'

export const signIn = {
  register: endpoint({
    method: 'POST',
    path: '/user/register',
    auth: 'public',
    summary: 'Create the account of a verified e-mail address and sign in',
    message: 'Your account has been created successfully.',
    body: t.object({ fullname, username: text(100), email, password, invite }),
    check: (body) => {
      const absent = missingFields(
        body,
        ['fullname', 'username', 'email', 'password'],
        'Missing required fields',
      )
      if (absent.length > 0) return absent
      return collect([
        ['fullname', fullnameRule(body.fullname ?? '')],
        ['username', usernameRule(body.username ?? '')],
        ['email', emailRule(body.email ?? '')],
        ['password', signUpPasswordRule(body.password ?? '')],
      ])
    },
    data: currentUserView,
  }),
  login: endpoint({
    method: 'POST',
    path: '/user/login',
    auth: 'public',
    summary: 'Sign in by username or e-mail',
    message: 'Signin Successful',
    body: t.object({ username: t.optional(text(100)), email: t.optional(email), password }),
    check: (body) =>
      collect([
        [
          'identifier',
          body.username?.trim() || body.email?.trim() ? undefined : 'Either email or username is required',
        ],
        ['password', body.password ? undefined : 'Password is required'],
      ]),
    data: currentUserView,
  }),
  pendingSecondStep: endpoint({
    method: 'GET',
    path: '/user/second-step',
    auth: 'public',
    summary: 'Whether a sign-in of this browser waits for its second step',
    message: 'Second step',
    data: t.object({ isPending: t.boolean() }),
  }),
  secondStep: endpoint({
    method: 'POST',
    path: '/user/second-step',
    auth: 'public',
    summary: 'Finish a sign-in with a code of the authenticator app or a recovery code',
    message: 'Signin Successful',
    body: t.object({
      code: text(50),
      /** Skips the second step on this device for 30 days. */
      isRemembered: t.optional(t.boolean()),
    }),
    check: (body) => collect([['code', body.code?.trim() ? undefined : 'Code is required']]),
    data: currentUserView,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/user/logout',
    auth: 'public',
    summary: 'Sign out here; without a session it changes nothing',
    message: 'Logout Successfull',
    data: t.null(),
  }),
}
