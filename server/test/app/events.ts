import { addressOf, api, type EventData, type EventName } from '@vireo/contract'
import { expect } from 'vitest'
import type { TestClient } from './client.ts'

/** Opens the event stream of a person and collects the events of one name. */
export async function listenTo<Name extends EventName>(
  client: TestClient,
  name: Name,
  headers: Record<string, string> = {},
) {
  const connection = new AbortController()
  const response = await client.fetch(addressOf(api.events.stream), { headers, signal: connection.signal })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const stream = {
    received: [] as EventData<Name>[],
    lastId: '',
    text: '',
    isOver: false,
    close: () => connection.abort(),
  }
  const collect = async () => {
    let rest = ''
    let event = ''
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      stream.text += text
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines)
        if (line.startsWith('event: ')) event = line.slice(7)
        else if (line.startsWith('id: ')) stream.lastId = line.slice(4)
        else if (line.startsWith('data: ') && event === name) stream.received.push(JSON.parse(line.slice(6)))
    }
  }
  // Ends with the app, if not before.
  void collect()
    .catch(() => {})
    .finally(() => {
      stream.isOver = true
    })
  return stream
}
