import { api } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { setHeldWords } from './moderate-settings.service.ts'
import { latestEntry, staff } from './test-kit.ts'

let app: TestApp
let moderator: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  app = await createTestApp()
  moderator = await staff(app, 'moderator')
})
afterAll(() => app.close())

const save = (words: string[], lastSeen?: string[]) =>
  setHeldWords(app.context, { ...moderator.person, role: 'moderator' }, words, lastSeen)
const current = async () => (await moderator.call(api.siteSettings.get)).data.heldWords

describe('the held words', () => {
  beforeEach(() => save(['casino']))

  it('cannot be overwritten from an outdated list', async () => {
    await save(['casino', 'poker'], ['casino'])
    await expect(save(['casino', 'feathers'], ['casino'])).rejects.toMatchObject({
      status: 409,
      code: 'moderation.changed',
    })
    expect(await current()).toEqual(['casino', 'poker'])
    await save(['casino', 'poker', 'feathers'], ['casino', 'poker'])
    expect(await current()).toEqual(['casino', 'poker', 'feathers'])
  })

  it('can be changed again after saving, even if the typed list was normalised', async () => {
    await save([' casino', 'Poker', 'POKER', ''], ['casino'])
    await save(['feathers'], [' casino', 'Poker', 'POKER', ''])
    expect(await current()).toEqual(['feathers'])
  })

  it('are saved by only one of two simultaneous changes', async () => {
    const answers = await Promise.allSettled([save(['one'], ['casino']), save(['two'], ['casino'])])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('have a log of the words that each change replaced, even for simultaneous changes', async () => {
    await Promise.all([save(['one']), save(['two'])])
    const [last] = await current()
    const other = last === 'one' ? 'two' : 'one'
    const { data } = await moderator.call(api.moderation.log, { query: { limit: 2 } })
    expect(data.docs.map(({ note }) => note).sort()).toEqual(
      [`Added: ${last}. Removed: ${other}`, `Added: ${other}. Removed: casino`].sort(),
    )
    await save([])
    expect((await latestEntry(moderator)).note).toBe(`Removed: ${last}`)
  })
})
