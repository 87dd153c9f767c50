import type { api } from '@vireo/contract'
import { expectTypeOf, it } from 'vitest'
import { TestClient } from './client.ts'

it('the types of a call require the required input of its endpoint and allow the optional input', () => {
  const { call } = TestClient.prototype
  expectTypeOf<Parameters<typeof call<typeof api.videos.get>>['length']>().toEqualTypeOf<2>()
  expectTypeOf<Parameters<typeof call<typeof api.videos.list>>['length']>().toEqualTypeOf<1 | 2>()
  expectTypeOf(call<typeof api.videos.get>)
    .parameter(1)
    .toExtend<{ params: { id: string }; body?: undefined; headers?: Record<string, string> }>()
})
