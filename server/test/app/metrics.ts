import { expect } from 'vitest'

/** A line of the answer: a name with labels, and a number. */
interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

export function parseMetrics(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)]
      return {
        name,
        labels: Object.fromEntries(pairs.map(([, label = '', text = '']) => [label, text])),
        value: Number(value.replace('Nan', 'NaN')),
      }
    })
}

export async function scrape(origin: string, headers: Record<string, string> = {}): Promise<Sample[]> {
  const answer = await fetch(`${origin}/metrics`, { headers })
  expect(answer.status).toBe(200)
  return parseMetrics(await answer.text())
}

/** The value of the only sample with this name and these labels; undefined if there is none. */
export function findValue(samples: Sample[], name: string, labels: Record<string, string> = {}) {
  const found = samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )
  expect(found.length).toBeLessThanOrEqual(1)
  return found[0]?.value
}
