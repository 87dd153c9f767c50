import type { Subject } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import { createToggles } from '../../../features/community/likes/likes.service.ts'
import { createSampleUser } from '../../../features/people/accounts/accounts.samples.ts'
import { toggleSubscription } from '../../../features/people/subscriptions/subscriptions.service.ts'
import { hashPassword } from '../../../lib/security/passwords.ts'
import { backdate } from '../backdate.ts'
import { findSampleUser } from '../seed.queries.ts'

export const sampleUsername = 'maya'
export const samplePassword = 'Songbird7'

interface SamplePerson {
  username: string
  fullname: string
  location: string
  bio: string
  joinedDaysAgo: number
  subscribesTo: readonly string[]
}

export const samplePeople: readonly SamplePerson[] = [
  {
    username: 'maya',
    fullname: 'Maya Lindqvist',
    location: 'Uppsala, Sweden',
    bio: 'Field recordings and slow films about the woods behind my house.\nNew ones when the weather allows.',
    joinedDaysAgo: 412,
    subscribesTo: ['teo.park', 'ines_k', 'haruka', 'amal'],
  },
  {
    username: 'teo.park',
    fullname: 'Teodor Park',
    location: 'Busan, South Korea',
    bio: 'I draw with code. New loops every Sunday.\n일요일마다 새 루프를 올립니다.',
    joinedDaysAgo: 365,
    subscribesTo: ['ines_k', 'amal', 'clubkino'],
  },
  {
    username: 'ines_k',
    fullname: 'Inês Kovač',
    location: 'Porto, Portugal',
    bio: 'Mathematics you can look at. Professora, desenhadora de fractais, má guitarrista.',
    joinedDaysAgo: 298,
    subscribesTo: ['maya', 'teo.park', 'amal'],
  },
  {
    username: 'amal',
    fullname: 'أمل حداد',
    location: 'عمّان، الأردن',
    bio: 'ألوان وضوء وحركة.',
    joinedDaysAgo: 187,
    subscribesTo: ['teo.park', 'ines_k', 'haruka'],
  },
  {
    username: 'clubkino',
    fullname: 'Kino Club',
    location: 'Leipzig',
    bio: 'Jeden Donnerstag um acht: ein Film, danach Tee.',
    joinedDaysAgo: 133,
    subscribesTo: ['maya', 'haruka'],
  },
  {
    username: 'haruka',
    fullname: '佐藤はるか',
    location: '会津若松市',
    bio: '',
    joinedDaysAgo: 64,
    subscribesTo: ['maya'],
  },
]

/** Creates the people that do not exist yet, and their subscriptions. */
export async function createPeople(context: Context, people: readonly SamplePerson[]): Promise<void> {
  const ids = new Map<string, string>()
  const passwordHash = await hashPassword(samplePassword)
  const create = async (person: SamplePerson) => {
    const backdated = backdate(context, person.joinedDaysAgo)
    const id =
      (await findSampleUser(context.sql, person.username)) ??
      (await createSampleUser(backdated, { ...person, passwordHash }))
    ids.set(person.username, id)
  }
  await Promise.all(people.map(create))
  for (const person of people)
    for (const channel of person.subscribesTo) {
      const [subscriberId, channelId] = [ids.get(person.username), ids.get(channel)]
      const backdated = backdate(context, Math.min(40, person.joinedDaysAgo))
      if (subscriberId && channelId) await toggleSubscription(backdated, subscriberId, channelId, true)
    }
}

/** Adds the likes of sample people whose accounts still exist. */
export async function addSampleLikes(
  context: Context,
  usernames: readonly string[],
  subject: Subject,
): Promise<void> {
  const toggleLike = createToggles(context)
  for (const username of usernames) {
    const userId = await findSampleUser(context.sql, username)
    if (userId) await toggleLike({ subject, userId, wanted: true })
  }
}
