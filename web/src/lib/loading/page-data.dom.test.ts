import { api } from '@vireo/contract'
import { beforeEach, expect, it, vi } from 'vitest'

const address = '/api/v1/video/id/7'

/** Loads the module in a document with an embedded answer and the given kind of navigation. */
async function load(type: NavigationTimingType = 'navigate', statuscode = 200) {
  const answer = { statuscode, message: 'Video', data: { title: 'Found' }, success: statuscode === 200 }
  const coded = statuscode === 200 ? answer : { ...answer, data: null, code: 'video.not-found' }
  document.head.innerHTML = '<link rel="canonical" href="/watch/7"><link rel="icon" href="/favicon.svg">'
  document.body.innerHTML = '<script type="application/json" id="page-data"></script>'
  const script = document.getElementById('page-data')
  if (script) script.textContent = JSON.stringify({ [address]: coded })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming])
  // Shortly after the visit began, however long this process has been running.
  vi.spyOn(performance, 'now').mockReturnValue(1000)
  const { takeAnswer, forgetDocument } = await import('./page-data.ts')
  const { call } = await import('../api-client.ts')
  return { takeAnswer, forgetDocument, call }
}

beforeEach(() => {
  vi.resetModules()
  return () => vi.restoreAllMocks()
})

it('a response in the document is used for the first call of its address, and only for that', async () => {
  const { call, takeAnswer } = await load()
  expect(takeAnswer('/api/v1/video/id/8')).toBeUndefined()
  expect(await call(api.videos.get, { params: { id: '7' } })).toEqual({ title: 'Found' })
  expect(takeAnswer(address)).toBeUndefined()
})

it('an error in the document fails like the call', async () => {
  const { call } = await load('navigate', 404)
  await expect(call(api.videos.get, { params: { id: '7' } })).rejects.toMatchObject({
    status: 404,
    code: 'video.not-found',
  })
})

it('responses are not used in a document that was kept for Back, nor half a minute after the visit began', async () => {
  expect((await load('back_forward')).takeAnswer(address)).toBeUndefined()
  vi.resetModules()
  const { takeAnswer } = await load()
  vi.spyOn(performance, 'now').mockReturnValue(30_001)
  expect(takeAnswer(address)).toBeUndefined()
})

it('for another page or another person, the responses and address of the document are dropped', async () => {
  // Shortly after the visit began, however long this process has been running.
  vi.spyOn(performance, 'now').mockReturnValue(1000)
  const { takeAnswer, forgetDocument } = await load()
  forgetDocument()
  expect(takeAnswer(address)).toBeUndefined()
  expect([...document.head.children].map((element) => element.getAttribute('rel'))).toEqual(['icon'])
})
