import { endpoint, perMinute } from '../../endpoint.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { t } from '../../schema.ts'
import { ownerView } from './accounts.ts'

const userParams = t.object({ userId: t.string() })

export const blocks = {
  add: endpoint({
    method: 'PUT',
    path: '/block/user/:userId',
    auth: 'session',
    summary:
      'Block a person: neither sees the other’s comments and tweets, nor can comment to, mention or subscribe to the other',
    message: 'Person blocked',
    params: userParams,
    data: t.null(),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/block/user/:userId',
    auth: 'session',
    limit: perMinute('unblock', 60),
    summary: 'End a block',
    message: 'Person unblocked',
    params: userParams,
    data: t.null(),
  }),
  list: endpoint({
    method: 'GET',
    path: '/block/user',
    auth: 'session',
    summary: 'The people that the signed-in person has blocked, latest first',
    message: 'Blocked people',
    query: t.object(pageQuery),
    data: pageOf(ownerView),
  }),
}
