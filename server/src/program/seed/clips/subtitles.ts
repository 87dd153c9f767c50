export interface Subtitles {
  /** ISO 639-2, as files have it. */
  language: string
  lines: readonly { from: number; to: number; text: string }[]
}

/** The arguments for subtitles in an MP4; `before` is the number of other inputs. */
export function subtitleArgs(subtitles: readonly Subtitles[], before: number) {
  return {
    inputs: subtitles.flatMap(({ lines }) => [
      '-f',
      'srt',
      '-i',
      `data:text/plain;base64,${toBase64(lines)}`,
    ]),
    outputs: subtitles.flatMap(({ language }, index) => [
      ...['-map', `${before + index}:s`, '-c:s', 'mov_text'],
      ...[`-metadata:s:s:${index}`, `language=${language}`],
    ]),
  }
}

function toBase64(lines: Subtitles['lines']): string {
  const blocks = lines.map(
    ({ from, to, text }, index) => `${index + 1}\n${clock(from)} --> ${clock(to)}\n${text}\n`,
  )
  return Buffer.from(blocks.join('\n')).toString('base64')
}

/** 65.5 → 00:01:05,500 */
const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23).replace('.', ',')
