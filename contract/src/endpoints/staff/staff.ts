import { endpoint, perMinute } from '../../endpoint.ts'
import { collect } from '../../rules/people/accounts.ts'
import { fileAddress, id, type Static, t } from '../../schema.ts'
import { role } from '../people/accounts.ts'

const staffView = t.object({
  _id: id(),
  username: t.string(),
  fullname: t.string(),
  avatar: t.nullable(fileAddress()),
  role,
})
export type StaffMember = Static<typeof staffView>

/** The moderators and administrators of the site. */
export const staff = {
  list: endpoint({
    method: 'GET',
    path: '/moderation/staff',
    auth: 'admin',
    summary: 'The administrators and moderators',
    message: 'Moderators',
    data: t.object({ staff: t.array(staffView) }),
  }),
  appoint: endpoint({
    method: 'POST',
    path: '/moderation/staff',
    auth: 'admin',
    limit: perMinute('staff', 60),
    summary: 'Make someone a moderator',
    message: 'Moderator appointed',
    body: t.object({ username: t.string({ maxLength: 100 }) }),
    check: (body) => collect([['username', body.username?.trim() ? undefined : 'Username is required']]),
    data: t.null(),
  }),
  unappoint: endpoint({
    method: 'DELETE',
    path: '/moderation/staff/:channelId',
    auth: 'admin',
    limit: perMinute('staff', 60),
    summary: 'Make a moderator an ordinary member again',
    message: 'No longer a moderator',
    params: t.object({ channelId: t.string() }),
    data: t.null(),
  }),
  claimAdmin: endpoint({
    method: 'POST',
    path: '/moderation/claim',
    auth: 'session',
    limit: perMinute('claim-admin', 10),
    summary: 'Become the administrator with the one-time link of the log, while there is none',
    message: 'You are the administrator now',
    body: t.object({ token: t.string({ maxLength: 200 }) }),
    data: t.null(),
  }),
}
