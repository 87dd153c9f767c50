import { type AnyEndpoint, addressOf, api, isFileAddress, pageRoutes, type TSchema } from '@vireo/contract'
import { describe, expect, it } from 'vitest'
import { listSources, read } from './sources.ts'

const endpoints = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls).map(([name, endpoint]): [string, AnyEndpoint] => [`${group}.${name}`, endpoint]),
)

const codes = 'people/accounts/codes/mailed-codes.service.ts'
const challenges = 'people/passkeys/challenges.service.ts'
const marks = 'community/comments/creator/comment-marks.service.ts'
const hidden = 'library/hidden/hidden.service.ts'
const likes = 'community/likes/likes.service.ts'
const reports = 'staff/reports/reports.service.ts'

/** Calls without a limit in the contract: the file that counts them, or why they need none. */
const limitedElsewhere: Record<string, string> = {
  'accounts.changePassword': 'people/accounts/settings/change-password.service.ts',
  'accounts.resetPassword': 'people/accounts/settings/change-password.service.ts',
  'accounts.resetPasswordEmailOtp': codes,
  'accounts.sendEmailOtp': codes,
  'accounts.updateAvatar': 'people/accounts/pictures/pictures.service.ts',
  'accounts.updateCover': 'people/accounts/pictures/pictures.service.ts',
  'accounts.verifyEmailOtp': codes,
  'blocks.add': 'people/blocks/blocks.service.ts',
  'comments.addToTweet': 'community/comments/comments.service.ts',
  'comments.addToVideo': 'community/comments/comments.service.ts',
  'comments.heart': marks,
  'comments.pin': marks,
  'exports.request': 'lifecycle/exports/exports.service.ts',
  'hidden.addChannel': hidden,
  'hidden.addVideo': hidden,
  'history.add': 'library/history/history.service.ts',
  'likes.toggleComment': likes,
  'likes.toggleTweet': likes,
  'likes.toggleVideo': likes,
  'pageViews.recordView': 'staff/page-views/page-views.service.ts',
  'passkeys.confirmOptions': challenges,
  'passkeys.registrationOptions': challenges,
  'passkeys.signIn': 'people/passkeys/passkey-sign-in.service.ts',
  'passkeys.signInOptions': challenges,
  'playlists.create': 'library/playlists/playlists.service.ts',
  'playlists.putVideo': 'library/playlists/entries.service.ts',
  'playlists.removeVideo': 'library/playlists/entries.service.ts',
  'providers.confirmLink': codes,
  'providers.link': 'people/providers/authorization.service.ts',
  'providers.sendLinkCode': codes,
  'push.turnOn': 'inbox/notifications/push/devices.service.ts',
  'reports.comment': reports,
  'reports.profile': reports,
  'reports.tweet': reports,
  'reports.video': reports,
  'sessions.sendCode': codes,
  'signIn.login': 'people/sign-in/password-sign-in.service.ts',
  'signIn.logout': 'ends the session that makes the call, and nothing without one',
  'signIn.register': 'people/accounts/accounts.service.ts',
  'signIn.secondStep': 'people/two-step/totp-codes.service.ts',
  'statistics.recordPlayed': 'publishing/videos/statistics/statistics.routes.ts',
  'subscriptions.toggle': 'people/subscriptions/subscriptions.service.ts',
  'tweets.create': 'publishing/tweets/tweets.service.ts',
  'videos.recordView': 'writes once per viewer, video and six hours, and needs a token of the video',
  'uploadDrafts.setThumbnail': 'publishing/videos/uploads/drafts/upload-drafts.service.ts',
  'videos.setCaptions': 'publishing/videos/captions/edit-captions.service.ts',
}

describe('every call of the contract', () => {
  it('takes names and titles as lines, without characters that change how they read', () => {
    const named = endpoints.flatMap(([call, { body }]) => {
      const { properties: fields = {} } = (body ?? {}) as { properties?: Record<string, object> }
      return ['title', 'name', 'fullname', 'location', 'note']
        .filter((field) => field in fields)
        .map((field) => ({ field: `${call}: ${field}`, isLine: 'x-line' in (fields[field] ?? {}) }))
    })
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter(({ isLine }) => !isLine).map(({ field }) => field)).toEqual([])
  })

  it('is public only if it is listed here', () => {
    const open = endpoints.filter(([, { auth }]) => auth === 'public').map(([name]) => name)
    expect(open.sort()).toEqual([
      'accountDeletion.closingAccount',
      'accountDeletion.restoreAccount',
      'accounts.channel',
      'accounts.channelWithoutName',
      'accounts.resetPassword',
      'accounts.resetPasswordEmailOtp',
      'accounts.sendEmailOtp',
      'accounts.verifyEmailOtp',
      'comments.listOfTweet',
      'comments.listOfVideo',
      'comments.replies',
      'comments.thread',
      'embeds.oembed',
      'likes.tweetLikes',
      'likes.videoLikes',
      'notifications.unsubscribe',
      'pageViews.recordView',
      'passkeys.signIn',
      'passkeys.signInOptions',
      'playlists.get',
      'playlists.listOfChannel',
      'providers.confirmLink',
      'providers.githubCallback',
      'providers.googleCallback',
      'providers.list',
      'providers.oidcCallback',
      'providers.pendingLink',
      'providers.sendLinkCode',
      'providers.startGithub',
      'providers.startGoogle',
      'providers.startOidc',
      'search.suggest',
      'signIn.login',
      'signIn.logout',
      'signIn.pendingSecondStep',
      'signIn.register',
      'signIn.secondStep',
      'siteSettings.signUp',
      'statistics.recordPlayed',
      'subscriptions.info',
      'tweets.get',
      'tweets.list',
      'uploads.options',
      'videos.get',
      'videos.list',
      'videos.recordView',
    ])
  })

  it('declares who may make it, its purpose and its response', () => {
    for (const [name, { auth, summary, message, data }] of endpoints)
      expect([
        name,
        ['public', 'session', 'moderator', 'admin'].includes(auth),
        !!summary,
        !!message,
        !!data,
      ]).toEqual([name, true, true, true, true])
  })

  it('has a limit if it changes something', () => {
    const changing = endpoints.filter(([, { method }]) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
    const unlimited = changing.filter(([, { limit }]) => !limit).map(([name]) => name)
    expect(Object.keys(limitedElsewhere).sort()).toEqual(unlimited.sort())
    const counts =
      /\b(?:countAttempts?|createNetworkLimit|createMemoryLimit|limitPictures|limitEntries|limitRequests|countWrongCode|verifyOwnPassword)\(/
    for (const [name, place] of Object.entries(limitedElsewhere))
      if (place.endsWith('.ts')) expect(read(`server/src/features/${place}`), name).toMatch(counts)
  })

  it('is bound to exactly one handler', () => {
    const bound = listSources('server/src/features').flatMap((path) =>
      [...read(path).matchAll(/\b(?:bind|mount)\(\s*\w+,\s*api\.(\w+\.\w+)/g)].map(([, name]) => name),
    )
    expect(bound.sort()).toEqual(endpoints.map(([name]) => name).sort())
  })

  it('has a unique combination of method and address', () => {
    const addresses = endpoints.map(([, endpoint]) => `${endpoint.method} ${addressOf(endpoint)}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })
})

interface SchemaParts {
  anyOf?: TSchema[]
  items?: TSchema
  properties?: Record<string, TSchema>
}

/** The fields of a response that look like addresses of files, and are not declared as such. */
function listUndeclared(schema: TSchema, name = ''): string[] {
  const { anyOf = [], items, properties = {} }: SchemaParts = schema
  const isString = (schema as { type?: string }).type === 'string'
  const looksLikeFile = /(^|\.)(avatar|coverimage|image|thumbnail|videofile|hls|storyboard)$|url$/i.test(name)
  if (isString) return looksLikeFile && !isFileAddress(schema) ? [name] : []
  return [
    ...anyOf.flatMap((one) => listUndeclared(one, name)),
    ...(items ? listUndeclared(items, name) : []),
    ...Object.entries(properties).flatMap(([key, inner]) => listUndeclared(inner, `${name}.${key}`)),
  ]
}

it('addresses of files are declared in the contract, because pages of other origins get complete ones', () => {
  const undeclared = endpoints.flatMap(([name, { data }]) => listUndeclared(data, name))
  // Complete addresses already, not of files.
  const others = ['provider_url', 'author_url', 'thumbnail_url'].map((field) => `embeds.oembed.${field}`)
  expect([...new Set(undeclared)].sort()).toEqual([...others, 'providers.link.url'].sort())
})

it('every job of a feature is in a .jobs.ts file and listed in worker.ts', () => {
  const sources = listSources('server/src/features').filter((path) => /\bdefineJob\(/.test(read(path)))
  expect(sources.filter((path) => !path.endsWith('.jobs.ts'))).toEqual([])
  const declared = sources.flatMap((path) =>
    [...read(path).matchAll(/export const (\w+) = defineJob\b/g)].map(([, name = '']) => name),
  )
  expect(declared.length).toBeGreaterThan(3)
  const [, list = ''] = /const jobs[^=]*= \[([^\]]*)\]/.exec(read('server/src/program/worker.ts')) ?? []
  expect(
    list
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
      .sort(),
  ).toEqual(declared.sort())
})

it('the page views that the server counts have the same routes as the web', () => {
  const addresses = [...read('web/src/app/router.tsx').matchAll(/\bpath: '([^']+)'|\bindex: true/g)].flatMap(
    ([, path = '']) => {
      if (path === '*') return 'not found'
      const spelled = `/${path.replace(/:(\w+)/g, '{$1}')}`
      // The last part of a path may be optional.
      return spelled.endsWith('?') ? [spelled.slice(0, -1), spelled.replace(/\/[^/]+\?$/, '')] : spelled
    },
  )
  expect(addresses.length).toBeGreaterThan(20)
  expect(addresses.sort()).toEqual([...pageRoutes].sort())
})
