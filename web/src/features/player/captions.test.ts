import { expect, test } from 'vitest'
import { pickTrack } from './captions.ts'

const tracks = [
  { language: 'en', label: 'English' },
  { language: 'pt-BR', label: 'Português' },
  { language: 'pt-BR', label: 'Português, com sons' },
]
const labelFor = (captionsLanguage: string, captionsLabel: string, ...languages: string[]) =>
  pickTrack(tracks, { captionsLanguage, captionsLabel }, languages)?.label

test('the very track that was chosen comes back', () => {
  expect(labelFor('pt-BR', 'Português, com sons', 'en-GB')).toBe('Português, com sons')
})

test('another video has the chosen language under another name', () => {
  expect(labelFor('pt', 'Legendas', 'en-GB')).toBe('Português')
})

test('whoever never chose gets a language of the browser, else the first', () => {
  expect(labelFor('', '', 'fi', 'pt-PT')).toBe('Português')
  expect(labelFor('fr', 'Français', 'fi')).toBe('English')
})

test('without tracks there is none', () => {
  expect(pickTrack([], { captionsLanguage: 'en', captionsLabel: 'English' }, ['en'])).toBeUndefined()
})
