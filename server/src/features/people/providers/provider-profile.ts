import { plainLine } from '@vireo/contract'

/** A person's profile at a provider. */
export interface Profile {
  issuer: string
  subject: string
  /** Identifies the account to the person: an address or a name. */
  label: string
  email: string | undefined
  isEmailVerified: boolean
  name: string
  /** Undefined if the provider has no usernames. */
  username: string | undefined
  picture: string | undefined
}

type Fields = Record<string, unknown>

const longestText = 254
const longestAddress = 2000

/** Reads the claims of an ID token or of a user info response. */
export function readClaims(issuer: string, claims: Fields): Profile {
  const email = text(claims.email)
  const name = text(claims.name) ?? ''
  const username = text(claims.preferred_username)
  return {
    issuer,
    subject: subjectOf(claims.sub),
    label: email ?? (name || 'Unnamed account'),
    email,
    // Some providers send it as a string.
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name,
    // Many send the address as the username.
    username: username?.includes('@') ? undefined : username,
    picture: text(claims.picture, longestAddress),
  }
}

/** Reads the responses of GitHub's /user and /user/emails. */
export function readGithubUser(issuer: string, user: unknown, emails: unknown): Profile {
  const { id, login, name, avatar_url } = asFields(user)
  const primary = (Array.isArray(emails) ? emails : []).map(asFields).find((email) => email.primary === true)
  const username = text(login)
  return {
    issuer,
    subject: subjectOf(typeof id === 'number' ? String(id) : id),
    label: username ?? 'Unnamed account',
    email: text(primary?.email),
    isEmailVerified: primary?.verified === true,
    name: text(name) ?? username ?? '',
    username,
    picture: text(avatar_url, longestAddress),
  }
}

const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

function subjectOf(value: unknown): string {
  const subject = text(value)
  if (!subject || subject !== value) throw new Error('The provider sent no usable subject')
  return subject
}

/** Without control characters, some of which the database refuses. Undefined if it is empty or too long. */
function text(value: unknown, maxLength = longestText): string | undefined {
  if (typeof value !== 'string') return undefined
  const clean = plainLine(value.replace(/\p{Cc}/gu, '')).trim()
  return clean && clean.length <= maxLength ? clean : undefined
}
