/** What a profile shows until its owner writes a text of their own. */
export const defaultLocation = 'West Bengal, India'
export const defaultBio = (name: string) => `Hello friends, I'm ${name}. Follow for more content.`
