import { type LengthFilter, lengthFilters, type UploadedFilter, uploadedFilters } from '@vireo/contract'

const sorts = ['views', 'newest', 'longest'] as const
export type Sort = (typeof sorts)[number]
export type Filters = { uploaded: UploadedFilter | undefined; length: LengthFilter | undefined; sort: Sort }
export type Search = Filters & { query: string; type: 'videos' | 'tweets' }

/** Reads a search from the address. Unknown values are ignored, so that an old or mistyped link still works. */
export function readSearch(params: URLSearchParams): Search {
  return {
    query: params.get('q')?.trim() ?? '',
    type: params.get('type') === 'tweets' ? 'tweets' : 'videos',
    uploaded: oneOf(uploadedFilters, params.get('uploaded')),
    length: oneOf(lengthFilters, params.get('length')),
    sort: oneOf(sorts, params.get('sort')) ?? 'views',
  }
}

function oneOf<Value extends string>(values: readonly Value[], given: string | null) {
  return values.find((value) => value === given)
}
