import type { api } from '@vireo/contract'
import { expectTypeOf, it } from 'vitest'
import { call } from './api-client.ts'

it('the types of a call require the required input of its endpoint and allow the optional input', () => {
  expectTypeOf<Parameters<typeof call<typeof api.videos.get>>['length']>().toEqualTypeOf<2>()
  expectTypeOf<Parameters<typeof call<typeof api.videos.list>>['length']>().toEqualTypeOf<1 | 2>()
  expectTypeOf(call<typeof api.videos.get>)
    .parameter(1)
    .toExtend<{ params: { id: string }; body?: undefined; signal?: AbortSignal }>()
})
