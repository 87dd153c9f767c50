/** The server counts up to a hundred. */
export const countText = (count: number) => (count >= 100 ? '99+' : String(count))
