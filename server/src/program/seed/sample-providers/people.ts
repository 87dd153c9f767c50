import type { Motif } from '../pictures/canvas.ts'
import { star, waves } from '../pictures/motifs.ts'
import { sampleUsername } from '../samples/sample-accounts.ts'

/** Someone who has an account at a sample provider. */
export interface ProviderPerson {
  /** A number, as GitHub's are. */
  id: string
  name: string
  login: string
  email: string
  isEmailVerified: boolean
  /** What signing in as this person demonstrates. */
  note: string
  /** The address of a picture, or a motif that the provider draws. */
  picture?: string | Motif
}

export const samplePeople: readonly ProviderPerson[] = [
  {
    id: '1001',
    name: 'Wren Okafor',
    login: 'wren-okafor',
    email: 'wren.okafor@example.org',
    isEmailVerified: true,
    note: 'Is new to the site and gets an account.',
    picture: star(12),
  },
  {
    id: '1002',
    name: 'Maya Lindqvist',
    login: 'mayalindqvist',
    email: `${sampleUsername}@example.org`,
    isEmailVerified: true,
    note: `Has the address of the sample account ${sampleUsername}, and is asked to link the two.`,
    picture: waves(0.3),
  },
  {
    id: '1003',
    name: 'Finn Sparrow',
    login: 'finnsparrow',
    email: 'finn.sparrow@example.org',
    isEmailVerified: false,
    note: 'Has an address that was never verified, and is refused.',
  },
]
