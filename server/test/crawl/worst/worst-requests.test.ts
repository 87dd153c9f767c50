import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStatementCounter } from '../../app/statements.ts'
import { createLargestSite, type LargestSite } from './largest-site.ts'
import { maximums } from './maximums.ts'
import { listCalls, listOtherRequests, type WorstRequest } from './requests.ts'

const { onQuery, count } = createStatementCounter()
let site: LargestSite
let requests: WorstRequest[]
beforeAll(async () => {
  site = await createLargestSite({ onQuery })
  requests = [...listCalls(site), ...listOtherRequests(site)]
})
afterAll(() => site.close())

it('every call of the contract, page and feed has a maximum', () => {
  expect(Object.keys(maximums).sort()).toEqual(requests.map(({ name }) => name).sort())
})

/** Sends requests one after another; returns those that took more statements or bytes than their maximum. */
async function listExceeding(wanted: WorstRequest[], by: typeof fetch): Promise<string[]> {
  const exceeding: string[] = []
  for (const { name, prepare } of wanted) {
    const { client, path, init } = await prepare()
    let kilobytes = 0
    const statements = await count(async () => {
      const response = await client.fetch(path, init, by)
      kilobytes = (await response.arrayBuffer()).byteLength / 1000
    })
    const [maxStatements, maxKilobytes] = maximums[name] ?? [0, 0]
    if (statements > maxStatements || kilobytes > maxKilobytes)
      exceeding.push(`${name}: ${statements} statements, ${kilobytes} kB`)
  }
  return exceeding
}

it('no answer with the largest data takes more statements or bytes than its maximum', async () => {
  const reading = requests.filter(({ isReading }) => isReading)
  expect(await listExceeding(reading, site.app.injectedFetch)).toEqual([])
})

it('no change with the largest data takes more statements, or has a larger answer, than its maximum', async () => {
  const changing = requests.filter(({ isReading }) => !isReading)
  expect(await listExceeding(changing, fetch)).toEqual([])
})
