import { expect, test } from 'vitest'
import { pickTrack } from './captions.ts'

const tracks = [
  { language: 'en', label: 'English' },
  { language: 'pt-BR', label: 'Português' },
  { language: 'pt-BR', label: 'Português, com sons' },
]
const labelFor = (captionsLanguage: string, captionsLabel: string, ...languages: string[]) =>
  pickTrack(tracks, { captionsLanguage, captionsLabel }, languages)?.label

test('the track that was chosen before is selected again', () => {
  expect(labelFor('pt-BR', 'Português, com sons', 'en-GB')).toBe('Português, com sons')
})

test('a track of the chosen language is selected even if its label differs', () => {
  expect(labelFor('pt', 'Legendas', 'en-GB')).toBe('Português')
})

test('without a matching choice, a track in a language of the browser is selected, otherwise the first track', () => {
  expect(labelFor('', '', 'fi', 'pt-PT')).toBe('Português')
  expect(labelFor('fr', 'Français', 'fi')).toBe('English')
})

test('a video without tracks has no selected track', () => {
  expect(pickTrack([], { captionsLanguage: 'en', captionsLabel: 'English' }, ['en'])).toBeUndefined()
})
