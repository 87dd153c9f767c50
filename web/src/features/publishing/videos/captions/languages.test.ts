import { expect, it } from 'vitest'
import { languageOfFile } from './languages.ts'

it.each([
  ['film.de.srt', 'de'],
  ['film.ger.srt', 'de'],
  ['Film_pt-BR.vtt', 'pt-BR'],
  ['film.pt_br.vtt', 'pt-BR'],
  ['film.en-US.vtt', 'en'],
  ['film [fr].srt', 'fr'],
  ['film.zh.srt', 'zh-Hans'],
  ['film.srt', undefined],
  ['not-so.srt', undefined],
  ['film.the.srt', undefined],
])('the language of %s is %s', (name, language) => {
  expect(languageOfFile(name)).toBe(language)
})
