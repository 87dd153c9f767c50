export const listFailure = 'Failed to fetch your palylists. Please try again'
export const playlistFailure = "Can't get this playlist right now. Please try again."

export const countVideos = (count: number) => `${count} ${count === 1 ? 'video' : 'videos'}`
