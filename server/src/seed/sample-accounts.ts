import type { Context } from '../context.ts'
import { createSampleUser } from '../features/accounts/accounts.samples.ts'

export const sampleUsername = 'maya'
export const samplePassword = 'Songbird7'

const people = [
  {
    username: 'maya',
    fullname: 'Maya Lindqvist',
    location: 'Uppsala, Sweden',
    bio: 'Field recordings and slow films about the woods behind my house.',
  },
  {
    username: 'teo.park',
    fullname: 'Teodor Park',
    location: 'Busan, South Korea',
    bio: 'I draw with code. New loops every Sunday.',
  },
  {
    username: 'ines_k',
    fullname: 'Inês Kovač',
    location: 'Porto, Portugal',
    bio: 'Mathematics you can look at.',
  },
  { username: 'amal', fullname: 'أمل حداد', location: 'عمّان، الأردن', bio: 'ألوان وضوء وحركة.' },
  { username: 'clubkino', fullname: 'Kino Club', location: '', bio: '' },
] as const

export async function seedAccounts(context: Context): Promise<void> {
  for (const person of people) await createSampleUser(context, { ...person, password: samplePassword })
}
