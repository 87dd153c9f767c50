export const fetchFailure = 'Failed to fetch video'
