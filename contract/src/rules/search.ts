/** Uploaded within this time; `today` is the last 24 hours, so that it means the same in every time zone. */
export const uploadedFilters = ['hour', 'today', 'week', 'month', 'year'] as const
export type UploadedFilter = (typeof uploadedFilters)[number]
/** Under 4 minutes, 4 to 20 minutes, over 20 minutes. */
export const lengthFilters = ['short', 'medium', 'long'] as const
export type LengthFilter = (typeof lengthFilters)[number]
