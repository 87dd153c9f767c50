/** The languages offered, without rare ones. The API accepts any. */
const codes =
  'af am ar az be bg bn bs ca cs cy da de el en en-GB eo es es-419 et eu fa fi fil fr fr-CA ga gd gl gu he hi hr hu hy id ' +
  'is it ja jv ka kk km kn ko ku ky la lb lo lt lv mi mk ml mn mr ms mt my nb ne nl nn or pa pl ps pt-BR pt-PT ro ru si ' +
  'sk sl so sq sr sv sw ta te tg th tk tr tt ug uk ur uz vi xh yi yo zh-Hans zh-Hant zu'

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

export const nameOfLanguage = (code: string) => names.of(code) ?? code

export const languages = codes
  .split(' ')
  .map((code) => ({ code, name: nameOfLanguage(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'))

/** The language at the end of a file name such as `film.de.srt` or `film_pt-BR.vtt`. */
export function languageOfFile(fileName: string): string | undefined {
  const [, tag] = /[._([]([a-z]{2,3}(?:[-_][a-z]{2,4})?)[\])]?\.\w+$/i.exec(fileName) ?? []
  if (!tag) return undefined
  try {
    const [found = ''] = Intl.getCanonicalLocales(tag.replace('_', '-'))
    const candidates = [found, found.split('-')[0], `${found}-PT`, `${found}-Hans`]
    return candidates.find((code) => languages.some((language) => language.code === code))
  } catch {
    return undefined
  }
}
